// Imported first: React reads NODE_ENV at import to choose its development build, which only npm run dev wants.
process.env.NODE_ENV ??= 'production'
