export const texts = {
  own: {
    title: 'Menor de 14 años',
    intro: 'Tu madre, tu padre o tu tutor tiene que rellenarlo contigo y aceptarlo.',
    name: 'Nombre de tu madre, padre o tutor',
    consent: 'Soy su padre, madre o tutor y doy mi consentimiento',
  },
  staff: {
    title: 'Menor de 14 años',
    intro: 'Pídeselo a su madre, su padre o su tutor, que tiene que estar de acuerdo.',
    name: 'Nombre de su madre, padre o tutor',
    consent: 'Su padre, madre o tutor está presente y da su consentimiento',
  },
} as const
