package dev.gale.distribution.cli;

import dev.gale.control.ComponentError;
import dev.gale.control.WorkerAddress;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "errors", description = "Lists the newest errors of a topology's components.")
final class ErrorsCommand implements Runnable {
    private final Session session;

    @Parameters(index = "0", paramLabel = "<topology>", description = "Its name.")
    String name = "";

    @Parameters(index = "1", arity = "0..1", paramLabel = "<component>", description = "Only those of this one.")
    String component = "";

    @Option(names = "--trace", description = "Show stack traces.")
    boolean trace;

    ErrorsCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        List<ComponentError> errors = session.ask(
                name, control -> component.isEmpty() ? control.errors(name) : control.errors(name, component));
        if (errors.isEmpty() && !session.isJson()) {
            session.terminal().talk("There are no errors");
            return;
        }
        Table table = new Table("TIME", "COMPONENT", "TASK", "WORKER", "ERROR");
        StringBuilder traces = new StringBuilder();
        for (ComponentError error : errors) {
            table.row(
                    error.time(),
                    error.component(),
                    error.task(),
                    error.worker().map(WorkerAddress::hostPort).orElse("-"),
                    error.message());
            traces.append('\n').append(error.stackTrace().replaceAll("[\\p{Cntrl}&&[^\n\t]]", "?"));
        }
        session.write(errors, trace ? table.text() + traces : table.text());
    }
}
