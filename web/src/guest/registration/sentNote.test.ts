import { describe, expect, it } from 'vitest'
import { passLinksOf } from '@/api/walletLinks'
import type { FinishedRegistration } from './registrationStore'
import { cardNote, sentNote } from './sentNote'

const finishedRegistration = (
  qrSentBy: 'WHATSAPP' | 'EMAIL' | null,
  more: Partial<FinishedRegistration> = {},
): FinishedRegistration => ({
  customer: {
    id: 'c1',
    name: 'Ana Ruiz',
    phone: '+34612345678',
    qrUrl: '',
    ...passLinksOf({}),
    businessId: 'b1',
    businessName: 'Barbería Sur',
    registrationToken: null,
    qrSentBy,
  },
  ...more,
})

describe('sentNote', () => {
  it('names the e-mail to which the QR is sent', () => {
    expect(sentNote(finishedRegistration('EMAIL', { email: 'ana@correo.test' }))).toContain(
      'a ana@correo.test.',
    )
  })

  it('names the phone to which it is sent by WhatsApp', () => {
    expect(sentNote(finishedRegistration('WHATSAPP'))).toMatch(/por WhatsApp al \+34/)
  })

  it('promises nothing where the QR is not sent', () => {
    expect(sentNote(finishedRegistration(null))).toMatch(/^Guárdalo ahora/)
  })
})

describe('cardNote', () => {
  it.each([
    ['ON', false, 'Ver mis puntos'],
    ['TRIAL', true, 'Ver mis puntos'],
    ['TRIAL', false, 'en el mostrador'],
    ['OFF', false, 'en el mostrador'],
  ] as const)('with WhatsApp %s and e-mails %s mentions «%s»', (whatsapp, emails, place) => {
    expect(cardNote(finishedRegistration(null, { ways: { whatsapp, emails } }))).toContain(place)
  })
})
