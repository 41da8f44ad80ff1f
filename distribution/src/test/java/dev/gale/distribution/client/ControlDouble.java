package dev.gale.distribution.client;

import dev.gale.control.Control;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** Controls that behave as another but for a few methods. */
final class ControlDouble {
    private ControlDouble() {}

    interface Call {
        Object call() throws Exception;
    }

    interface Instead {
        Object answer(String method, Object[] arguments, Call original) throws Exception;
    }

    static Control of(Control original, Instead instead) {
        return (Control) Proxy.newProxyInstance(
                ControlDouble.class.getClassLoader(), new Class<?>[] {Control.class}, (proxy, method, arguments) -> {
                    try {
                        return instead.answer(method.getName(), arguments, () -> method.invoke(original, arguments));
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
