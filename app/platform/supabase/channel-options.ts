// How a browser keeps its socket (SPEC.md section 9). Reconnecting after 1, 2, 5, then 10 s is the library's own way.

export const CHANNELS = { heartbeatIntervalMs: 30_000, params: { eventsPerSecond: 10 } }
