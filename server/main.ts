// Starts the site with the settings of the environment (npm start).
import { serveSite } from './serve-site.ts'

serveSite()
