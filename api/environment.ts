// Imported first: React decides at its own import, by this name, whether it checks everything twice. Only
// npm run dev wants that.
process.env.NODE_ENV ??= 'production'
