import { decisions, manual } from './pages.ts'

/** The manual. */
export const spanish = {
  label: 'Español',
  lang: 'es',
  description: 'Manual de Axioma, la tarjeta de sellos de tu barbería',
  themeConfig: {
    nav: [
      { text: 'Manual', link: '/manual/primeros-pasos', activeMatch: '^/manual/(?!preguntas)' },
      { text: 'Preguntas frecuentes', link: '/manual/preguntas-frecuentes' },
    ],
    sidebar: { '/manual/': manual() },
    outline: { level: [2, 3] as [number, number], label: 'En esta página' },
    docFooter: { prev: 'Anterior', next: 'Siguiente' },
    darkModeSwitchLabel: 'Aspecto',
    lightModeSwitchTitle: 'Ver en claro',
    darkModeSwitchTitle: 'Ver en oscuro',
    sidebarMenuLabel: 'Índice',
    returnToTopLabel: 'Volver arriba',
    langMenuLabel: 'Cambiar de idioma',
    skipToContentLabel: 'Ir al contenido',
    notFound: {
      title: 'No hay nada aquí',
      quote: 'Puede que la página haya cambiado de sitio. Búscala arriba, o vuelve al principio.',
      linkLabel: 'Ir al principio',
      linkText: 'Ir al principio',
    },
  },
}

/** VitePress has the English words. */
export const spanishSearchTexts = {
  button: { buttonText: 'Buscar', buttonAriaLabel: 'Buscar en el manual' },
  modal: {
    displayDetails: 'Ver más de cada resultado',
    resetButtonTitle: 'Borrar la búsqueda',
    backButtonTitle: 'Cerrar la búsqueda',
    noResultsText: 'No hay resultados para',
    footer: {
      selectText: 'abrir',
      selectKeyAriaLabel: 'Intro',
      navigateText: 'moverse',
      navigateUpKeyAriaLabel: 'Flecha arriba',
      navigateDownKeyAriaLabel: 'Flecha abajo',
      closeText: 'cerrar',
      closeKeyAriaLabel: 'Escape',
    },
  },
}

const reference = [
  { text: 'What it is', link: '/en/' },
  {
    text: 'For operators',
    items: [
      { text: 'Operate Axioma', link: '/en/operate/' },
      { text: 'Requirements and sizes', link: '/en/operate/requirements' },
      { text: 'Install', link: '/en/operate/install' },
      { text: 'First operator and business', link: '/en/operate/first-steps' },
      { text: 'HTTPS and proxies', link: '/en/operate/https' },
      { text: 'Accounts and passwords', link: '/en/operate/accounts' },
      { text: 'Import customers', link: '/en/operate/import' },
      { text: 'Back up and restore', link: '/en/operate/backup' },
      { text: 'Upgrade', link: '/en/operate/upgrade' },
      { text: 'Move to another machine', link: '/en/operate/move' },
      { text: 'WhatsApp', link: '/en/operate/whatsapp' },
      { text: 'E-mail', link: '/en/operate/email' },
      { text: 'Wallets', link: '/en/operate/wallets' },
      { text: 'PostgreSQL, several instances', link: '/en/operate/postgresql' },
      { text: 'A cluster', link: '/en/operate/cluster' },
      { text: 'Monitor', link: '/en/operate/monitor' },
      { text: 'When it is slow', link: '/en/operate/slow' },
      { text: 'When something is wrong', link: '/en/operate/trouble' },
      { text: 'All settings', link: '/en/operate/settings' },
      { text: 'Security', link: '/en/operate/security' },
      { text: 'Threat model', link: '/en/security/threat-model' },
      { text: 'OWASP ASVS', link: '/en/security/asvs' },
      { text: 'Report a vulnerability', link: '/en/security' },
      { text: 'Changes', link: '/en/changelog' },
    ],
  },
  {
    text: 'For developers',
    items: [
      { text: 'Working on Axioma', link: '/en/contributing' },
      { text: 'Making a release', link: '/en/releasing' },
      { text: 'Glossary', link: '/en/glossary' },
      { text: 'Style', link: '/en/style' },
      { text: 'The API', link: '/api/docs.html', target: '_self' },
      { text: 'The specification, and its tests', link: '/en/spec-coverage' },
      { text: 'The first minute, a trial by model', link: '/en/trials/first-minute' },
      { text: 'The first day, a trial by model', link: '/en/trials/first-day' },
      { text: 'Figures', link: '/en/figures' },
      { text: 'Faults found', link: '/en/faults' },
    ],
  },
  { text: 'Decisions', link: '/en/decisions/', collapsed: true, items: decisions() },
]

/** The documents for operators and developers. */
export const english = {
  label: 'English',
  lang: 'en',
  description: 'How to run Axioma, and how to change it',
  themeConfig: {
    nav: [
      {
        text: 'Operators',
        link: '/en/operate/',
        activeMatch: '^/en/(operate|changelog|security)',
      },
      {
        text: 'Developers',
        link: '/en/contributing',
        activeMatch: '^/en/(contributing|releasing|glossary|style|spec-coverage|trials|decisions)',
      },
    ],
    sidebar: { '/en/': reference },
    outline: { level: [2, 3] as [number, number] },
  },
}
