// Writes docs/operations/export-format.md from the tables that `npm run export` reads, with their comments.
import { join } from 'node:path'
import { type ExportType, exportTypes } from '../api/backup/export.ts'
import type { Sql } from '../api/database/connection.ts'

export const EXPORT_FORMAT_FILE = join(import.meta.dirname, '../docs/operations/export-format.md')

/** The text of the document for the tables of `sql`'s database. */
export async function generateExportFormat(sql: Sql): Promise<string> {
  const types = await exportTypes(sql, ['public'], { withPasswords: true })
  return `${HEAD}\n${types.map(sectionOf).join('\n')}`
}

const HEAD = `# Export

Generated from the schema by \`npm run generate\`.

\`\`\`sh
npm run export -- site.jsonl.gz          # all rows in one file; s3://bucket/key.jsonl.gz with the S3_* settings
npm run export -- FOLDER                 # a file for each type, and the uploaded files
\`\`\`

Run it where the site runs, with the same settings, while it is open or stopped. All rows are of one moment. An export is for
other programs; to restore a site, make a [backup](backup.md). It holds what only administrators see: addresses of members,
hidden posts, reports, messages of the contact form. Not in it: passwords (their hashes with \`--with-passwords\`), second factors,
sessions, keys, who wrote an anonymous chat message, and what the site computes from the rest.

**One file** is UTF-8 in gzip, an object a line:

| line | fields |
|---|---|
| the first | \`type\` *export*, \`format\` 1, \`made_at\`, \`with_passwords\`, \`types\`: the names of those that follow |
| each row | \`type\`, \`row\`: the columns below |
| the last | \`type\` *end*, \`counts\`: rows by type. Without this line the export is cut off |

**A folder** has the rows of each type in \`TYPE.jsonl\`, first and last line in \`export.jsonl\`, and the uploaded files under
\`files/BUCKET/NAME\`. The folder appears when it is complete.

Dates are ISO 8601, uuids lower case. Other forms are those of PostgreSQL's \`row_to_json\`. Within format 1 types and columns are
added only, or named in the changelog. References: columns that end in \`_id\` have the id of a row of the type that they name;
\`user_id\`, \`author_id\` and the like name a row of *profiles*, whose id is that of the account.
`

function sectionOf({ type, comment, columns }: ExportType): string {
  const rows = columns.map(
    ({ name, type: form, isNullable, comment: meaning }) =>
      `| ${name} | ${form}${isNullable ? ' or null' : ''} | ${name === 'encrypted_password' ? 'With `--with-passwords` alone. ' : ''}${cell(meaning)} |`,
  )
  return `## ${type}\n\n${cell(comment)}\n\n| column | type | what it is |\n|---|---|---|\n${rows.join('\n')}\n`
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replace(/\s+/g, ' ')
}
