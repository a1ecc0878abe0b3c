export const texts = {
  label: 'Visitas de este dispositivo',
  waiting: (count: number, since: string) =>
    count === 1 ? `Una visita sin enviar (${since}).` : `${count} visitas sin enviar (la primera, ${since}).`,
  selfSent: (count: number) =>
    count === 1 ? 'Se enviará sola en cuanto se pueda.' : 'Se enviarán solas en cuanto se pueda.',
  unsaved: (count: number) =>
    count === 1
      ? 'Este navegador no deja guardarla: no cierres esta página hasta que se envíe.'
      : 'Este navegador no deja guardarlas: no cierres esta página hasta que se envíen.',
  refused: (count: number) =>
    count === 1 ? 'No se registró 1 visita.' : `No se registraron ${count} visitas.`,
  see: 'Ver',
  lost: {
    what: (count: number, when: string) =>
      `Este navegador ha borrado ${count === 1 ? 'una visita' : `${count} visitas`} sin registrar: ${when}.`,
    at: (day: string, time: string) => `${day} a las ${time}`,
    onDay: (day: string, since: string, until: string) => `${day}, de ${since} a ${until}`,
    fromTo: (since: string, until: string) => `desde ${since} hasta ${until}`,
    detail: (count: number) =>
      count === 1
        ? 'Ya no sabe de quién era. Regístrala a mano si no consta.'
        : 'Ya no sabe de quién eran. Regístralas a mano si no constan.',
    remove: 'Quitar este aviso',
    sure: '¿Quitarlo? No vuelve a salir.',
    keep: 'No',
    removeNow: 'Sí, quitarlo',
  },
  dialog: {
    title: 'Visitas de este dispositivo',
    waiting: 'Sin enviar',
    waitingDetail: (count: number) =>
      count === 1
        ? 'Está guardada y se enviará sola en cuanto se pueda. No la repitas.'
        : 'Están guardadas y se enviarán solas en cuanto se pueda. No las repitas.',
    unsavedDetail: (count: number) =>
      count === 1
        ? 'Se enviará sola en cuanto se pueda. No la repitas.'
        : 'Se enviarán solas en cuanto se pueda. No las repitas.',
    refused: 'No se registraron',
    refusedDetail: 'El servidor no las aceptó. Siguen aquí hasta que las quites.',
    none: 'No queda ninguna visita sin enviar.',
    authorized: 'Otra visita hoy',
    close: 'Cerrar',
    settle: 'Quitar de la lista',
    settleOf: (who: string) => `Quitar de la lista la visita de ${who}`,
  },
  protection: {
    protected: 'Guardadas en este dispositivo: protegidas.',
    erasable: 'Guardadas en este dispositivo, pero el navegador puede borrarlas si le falta sitio.',
  },
} as const
