import { createHmac } from 'node:crypto'
import type { Locator } from '@playwright/test'
import { seconds } from './shopTime.ts'

/** The number to which customers write, and the app secret that signs the webhook's calls. */
export const whatsApp = { number: '+34600111222', appSecret: 'secreto-de-prueba' }

const hidden = { from_user_id: 'ES.13491208655302741918' }

let messageCount = 0

/** Sends the server a customer's text, as WhatsApp's webhook does. Phone `null`: WhatsApp hides the number. */
export async function write(server: string, phone: string | null, text: string): Promise<void> {
  const message = {
    ...(phone === null ? hidden : { from: `34${phone.replace(/\D/g, '').slice(-9)}` }),
    id: `wamid.e2e.${process.pid}.${++messageCount}`,
    timestamp: String(seconds()),
    type: 'text',
    text: { body: text },
  }
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '1', changes: [{ field: 'messages', value: { messages: [message] } }] }],
  })
  const signature = createHmac('sha256', whatsApp.appSecret).update(body).digest('hex')
  const answer = await fetch(`${server}/api/wa/webhook`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Hub-Signature-256': `sha256=${signature}` },
    body,
  })
  if (!answer.ok) throw new Error(`the webhook answered ${answer.status}: ${await answer.text()}`)
}

export async function messageOf(link: Locator): Promise<string> {
  const address = new URL((await link.getAttribute('href')) ?? '')
  if (address.host !== 'wa.me' || address.pathname !== `/${whatsApp.number.slice(1)}`) {
    throw new Error(`${address} does not lead to the number`)
  }
  return address.searchParams.get('text') ?? ''
}
