package dev.gale.runtime.plugin;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * Has every call of a plugin's object carry the plugin's class loader as context loader, and those of the objects that it returns.
 * Libraries look for their parts there. What the plugin calls, listeners and what follows a stage, keeps the loader of the thread.
 */
final class InContext implements InvocationHandler {
    private static final String SPI = "dev.gale.spi.";

    private final Object target;
    private final ClassLoader loader;

    private InContext(Object target, ClassLoader loader) {
        this.target = target;
        this.loader = loader;
    }

    static <T> T of(Class<T> port, T target, ClassLoader loader) {
        Object proxy =
                Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, new InContext(target, loader));
        return port.cast(proxy);
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return ofObject(proxy, method, arguments);
        }
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            Object result = method.invoke(target, arguments);
            return result != null && isPort(method.getReturnType()) ? wrapped(method.getReturnType(), result) : result;
        } catch (InvocationTargetException e) {
            throw e.getCause();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private <T> T wrapped(Class<T> port, Object result) {
        return of(port, port.cast(result), loader);
    }

    /** One object is one proxy here only as far as equals goes. */
    private @Nullable Object ofObject(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        if (method.getName().equals("equals") && arguments != null) {
            return arguments[0] != null
                    && Proxy.isProxyClass(arguments[0].getClass())
                    && Proxy.getInvocationHandler(arguments[0]) instanceof InContext other
                    && other.target.equals(target);
        }
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** Values are records; only what has behaviour is an open interface. */
    private static boolean isPort(Class<?> type) {
        return type.isInterface() && !type.isSealed() && type.getName().startsWith(SPI);
    }
}
