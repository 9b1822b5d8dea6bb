// Preloaded into a server so that signals crash it, because no input does.
process.on('SIGUSR2', () => {
  throw new Error('uncaught on purpose')
})
process.on('SIGPIPE', () => {
  Promise.reject(new Error('unhandled on purpose'))
})
