import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export const passType = 'pass.es.axioma.test'

/** A placeholder with the proportions of Apple's badge. */
const artwork = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 48"><rect width="160" height="48" rx="8"/><path d="M16 24h128" stroke="#fff" stroke-width="8"/></svg>`

/** Settings of a server that creates passes. Writes a certificate like Apple's into the folder. */
export async function walletSettings(folder: string): Promise<NodeJS.ProcessEnv> {
  const file = (name: string) => join(folder, name)
  const newCertificate = ['req', '-x509', '-noenc', '-days', '200']
  const authority = ['-keyout', file('authority.key'), '-out', file('authority.pem')]
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
  await run('openssl', [...newCertificate, ...key, ...authority, '-subj', '/CN=Stand-in authority'])
  const signedByAuthority = [
    '-CA',
    file('authority.pem'),
    '-CAkey',
    file('authority.key'),
    '-newkey',
    'rsa:2048',
  ]
  const passExtension = ['-addext', `1.2.840.113635.100.6.1.16=ASN1:UTF8String:${passType}`]
  const subject = ['-subj', `/OU=TEAM123456/CN=Pass Type ID: ${passType}`]
  const pass = ['-keyout', file('pass.key'), '-out', file('pass.pem')]
  await run('openssl', [...newCertificate, ...signedByAuthority, ...passExtension, ...subject, ...pass])
  const pieces = await Promise.all(
    ['pass.key', 'pass.pem', 'authority.pem'].map((name) => readFile(file(name))),
  )
  await writeFile(file('card.pem'), Buffer.concat(pieces))
  await writeFile(file('badge.svg'), artwork)
  return {
    AXIOMA_APPLE_CERTIFICATE: file('card.pem'),
    AXIOMA_APPLE_WALLET_BADGE: file('badge.svg'),
    AXIOMA_PUBLIC_URL: 'https://cards.example.test',
    ...(await googleSettings(file('google.json'), file('pass.key'))),
  }
}

export const googleIssuer = '3388000000012345678'

/** Settings with a key like those of Google's console. No Google server is called. */
async function googleSettings(path: string, keyPath: string): Promise<NodeJS.ProcessEnv> {
  const key = {
    type: 'service_account',
    client_email: 'axioma@example.iam.gserviceaccount.com',
    private_key_id: 'k1',
    private_key: await readFile(keyPath, 'utf8'),
    token_uri: 'http://127.0.0.1:1/token',
  }
  await writeFile(path, JSON.stringify(key))
  return { AXIOMA_GOOGLE_WALLET_ISSUER: googleIssuer, AXIOMA_GOOGLE_WALLET_KEY: path }
}
