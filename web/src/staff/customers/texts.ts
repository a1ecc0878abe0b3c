import { texts as bonusWords } from '@/card/bonus/texts'

export const texts = {
  absent: '—',
  back: 'Volver a la lista',
  id: {
    label: 'ID',
    copy: (name: string) => `Copiar el ID de ${name}`,
    copied: 'Copiado',
    failed: 'No se pudo copiar.',
  },
  masked: 'Los administradores ven los datos completos; el resto del equipo, solo una parte.',
  qr: {
    title: 'QR del cliente',
    titleOf: (name: string) => `QR de ${name}`,
    image: (name: string) => `Código QR de ${name}`,
    open: 'Abrir PNG',
    download: 'Descargar',
    print: 'Imprimir',
    close: 'Cerrar',
    toCome: 'Aquí aparecerá el QR cuando crees al cliente.',
  },
  guardian: {
    minor: 'Menor de 14',
    consentOf: (name: string) => `consentimiento de ${name}`,
    missingConsent: 'falta el consentimiento de su madre, padre o tutor',
    missing: {
      name: 'Escribe quién da el consentimiento.',
      consent: 'Sin su consentimiento no se pueden guardar los datos.',
    },
  },
  duplicate: {
    phone: (name: string) => `Ya hay un cliente con este teléfono: ${name}.`,
    name: (name: string) => `Ya hay un cliente que se llama así: ${name}.`,
    open: (name: string) => `Abrir la ficha de ${name}`,
  },
  tags: bonusWords.tags,
  bonus: { active: 'Bono activo', inactive: 'Bono inactivo' },
} as const
