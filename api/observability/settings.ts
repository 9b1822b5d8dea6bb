// The settings of the log and of /metrics.
import { defineSettings, longText, oneOf, optional, secret } from '../setting-group.ts'

export const LOG_SETTINGS = defineSettings(
  {
    logLevel: [
      'LOG_LEVEL',
      oneOf(['silent', 'error', 'warn', 'info', 'debug'], 'silent, error, warn, info or debug').default(
        'info',
      ),
    ],
    of: ['ACCESS_LOG', oneOf(['off', 'errors', 'all'], 'off, errors or all').default('off')],
    addresses: [
      'ACCESS_LOG_ADDRESSES',
      oneOf(['off', 'network', 'full'], 'off, network or full').default('off'),
    ],
    /** What a scraper of /metrics sends; null: there are no metrics. */
    metricsToken: ['METRICS_TOKEN', secret(optional(longText(16)))],
  },
  ({ of, addresses, ...values }) => ({ ...values, accessLog: { of, addresses } }),
)
