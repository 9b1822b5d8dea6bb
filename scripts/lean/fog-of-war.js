// The whole map of addresses comes with the page (react-router.config.ts: routeDiscovery), so none is discovered.
export const URL_LIMIT = 0
export const isFogOfWarEnabled = () => false
export const useFogOFWarDiscovery = () => {}
export const getPatchRoutesOnNavigationFunction = () => undefined
export const getPartialManifest = (manifest) => manifest
export const getManifestPath = () => '/__manifest'
export const getPathsWithAncestors = () => []
export const handleClientVersionMismatch = async () => false
