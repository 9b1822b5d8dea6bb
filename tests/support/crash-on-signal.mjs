// Preloaded into a server that is to crash: no input can make it, so a signal does.
process.on('SIGUSR2', () => {
  throw new Error('nobody catches this')
})
process.on('SIGPIPE', () => {
  Promise.reject(new Error('nobody handles this'))
})
