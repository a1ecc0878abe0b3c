/** Whether messages leave by WhatsApp; other servers do not say. */
type WhatsAppState = 'ON' | 'TRIAL' | 'OFF' | undefined

/** Whether it is known that no message leaves by WhatsApp now. */
export const isSilent = (whatsapp: WhatsAppState) => whatsapp === 'TRIAL' || whatsapp === 'OFF'
