// Nobody listens to how the router works (app/entry.client.tsx hands over no instrumentations).
export const instrumentationResultMetaContext = undefined
export const consumeInstrumentationClientResultMetaReceiver = () => undefined
export const getRouteInstrumentationUpdates = () => ({})
export const instrumentClientSideRouter = (router) => router
export const instrumentHandler = (handler) => handler
