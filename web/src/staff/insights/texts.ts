import type { AbsenceReport, Period, Share } from '@/api/types'
import { sayComparison } from '@/lib/comparison'
import { sayDay, sayMonth } from '@/lib/dates'
import { sayFromTo, sayShortSpan, saySpan } from '@/lib/days'
import { sayCount, sayNumber } from '@/lib/numbers'

const listFormat = new Intl.ListFormat('es')

const weekdayNames = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'] as const

const pluralWeekday = (weekday: number) => `${weekdayNames[weekday - 1]}${weekday > 5 ? 's' : ''}`

const staffActs = {
  authorized: { thirdPerson: 'autorizó', secondPerson: 'autorizaste' },
  undone: { thirdPerson: 'deshizo', secondPerson: 'deshiciste' },
  deleted: { thirdPerson: 'eliminó', secondPerson: 'eliminaste' },
  redeemed: { thirdPerson: 'canjeó', secondPerson: 'canjeaste' },
}

/** Example: 'Nadie autorizó, deshizo ni eliminó nada.' */
function sayNoActs(acts: readonly string[], isOwn: boolean): string {
  const person = isOwn ? 'secondPerson' : 'thirdPerson'
  const verbs = Object.entries(staffActs).flatMap(([act, verb]) => (acts.includes(act) ? [verb[person]] : []))
  const last = verbs.pop()
  const did = last && `${verbs.length > 0 ? `${verbs.join(', ')} ni ${last}` : last} nada`
  const had = acts.includes('newCustomers') && `${isOwn ? 'tuviste' : 'tuvo'} clientes nuevos`
  return `${isOwn ? 'No' : 'Nadie'} ${[did, had].filter(Boolean).join(' ni ')}.`
}

const lowerFirst = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`

export const texts = {
  pages: {
    staff: '¿Quién lo hizo?',
    card: '¿Funciona la tarjeta?',
    hours: '¿A qué hora?',
    returns: '¿Vuelven?',
    absent: '¿Quién falta?',
    debt: '¿Qué debo?',
  },
  failed: 'No se pudo cargar el informe.',
  period: {
    label: 'Qué días se cuentan',
    from: 'Desde',
    to: 'Hasta',
    change: 'Cambiar',
    compare: 'Comparar con',
    comparisons: { before: 'El periodo anterior', year: 'Las mismas semanas de hace un año' },
    range: 'Periodo',
    ranges: { rolling: 'Últimos 28 días', week: 'Esta semana', month: 'Este mes', days: 'Otros días' },
    rollingYear: 'Últimos 12 meses',
    tooLong: 'Elige un año como mucho.',
    reversed: 'El último día no puede ser anterior al primero.',
    said: (from: string, to: string) => saySpan(from, to),
    /** Starts with the period's name, if it has one: not all reports start with the same period. */
    compared: (name: string | undefined, now: Period, before: Period) =>
      name ? `${name}, ${lowerFirst(sayComparison(now, before))}.` : `${sayComparison(now, before)}.`,
  },
  csv: {
    button: 'CSV',
    label: (table: string) => `Descargar en CSV: ${table}`,
    name: (question: string) => `${question}.csv`,
    names: {
      staff: 'quien',
      card: 'tarjeta',
      returns: 'vuelven',
      cohorts: 'vuelven-por-meses',
      debt: 'debo',
      absent: 'falta',
      hours: 'horas',
    },
    failed: 'No se pudo descargar el informe.',
  },
  figure: {
    of: (part: number, of: number) => `${sayNumber(part)} de ${sayNumber(of)}`,
    people: (n: number) => sayCount(n, 'cliente', 'clientes'),
    tooFewDetail: 'Con menos de 20 personas no se da un porcentaje.',
    before: (value: number) => `antes ${sayNumber(value)}`,
  },
  asTable: 'Ver como tabla',
  swipe: 'Desliza la tabla hacia los lados: hay más columnas.',
  tableOf: (name: string) => `Tabla: ${name}`,
  counting: {
    title: 'Estamos contando tus visitas',
    detail: 'Hay muchas visitas nuevas por contar. Las cifras aparecerán aquí solas.',
  },
  staff: {
    table: 'Qué hizo cada persona',
    chart: 'Visitas de cada persona',
    name: 'Quién',
    own: 'Aquí ves solo lo tuyo.',
    none: 'Nadie selló visitas estos días',
    noneDetail: 'Elige otros días, o vuelve cuando haya visitas.',
    order: 'Por orden alfabético: quien trabaja más horas sella más.',
    columns: {
      visits: [
        'Visitas',
        'Visitas que atendió y no se eliminaron, también las de clientes eliminados después. Si no se eligió a nadie, atendió quien la selló.',
      ],
      days: ['Días', 'Días con alguna visita suya.'],
      customers: ['Clientes', 'Personas distintas a las que atendió; dos fichas unidas son una.'],
      newCustomers: ['Nuevos', 'Clientes a los que atendió en su primera visita de todas.'],
      authorized: ['Autorizadas', 'Otras visitas del mismo día que permitió, también al unir fichas.'],
      undone: ['Deshechas', 'Visitas suyas que deshizo en los diez minutos siguientes.'],
      deleted: ['Eliminadas', 'Otras visitas de estos días que eliminó.'],
      redeemed: ['Canjeadas', 'Recompensas que entregó.'],
    },
    returned: 'Volvieron',
    /** Names the days of their first visits, which are not those of the report's period. */
    returnedOf: (from: string, to: string) => `de sus nuevos, ${sayShortSpan(from, to)}`,
    returnedDefinition: (from: string, to: string) =>
      `De los clientes cuya primera visita selló esta persona (${saySpan(from, to)}), cuántos volvieron en 90 días: a la barbería, y con ella.`,
    toShop: 'a la barbería',
    toBarber: 'con la misma persona',
    noActs: sayNoActs,
    definitions: 'Qué se cuenta en cada columna',
    notice:
      'Antes de usar estos datos, informa a tu equipo de que el registro de visitas muestra quién selló, deshizo y canjeó (artículos 87 a 90 de la LOPDGDD). Sirven para organizar el trabajo y encontrar errores.',
  },
  returns: {
    answer: ({ part, total, percent }: Share) =>
      total === 0
        ? 'Aún no hay clientes nuevos de los que hayan pasado 90 días.'
        : percent === null
          ? `De ${sayCount(total, 'cliente nuevo', 'clientes nuevos')}, ${sayCount(part, 'volvió', 'volvieron')} a la barbería en los 90 días siguientes.`
          : `De cada 100 clientes nuevos, ${sayCount(percent, 'vuelve', 'vuelven')} a la barbería en los 90 días siguientes (${sayNumber(part)} de ${sayNumber(total)}).`,
    shop: 'Vuelven a la barbería',
    shopDefinition: (from: string, to: string) =>
      `De los clientes que vinieron por primera vez ${sayFromTo(from, to)}, los que volvieron en los 90 días siguientes.`,
    barber: 'Vuelven con la misma persona',
    barberDefinition:
      'De los mismos clientes, los que volvieron en 90 días con quien selló su primera visita.',
    third: 'Llegan a la tercera visita',
    thirdDefinition: (from: string, to: string) =>
      `De los clientes que vinieron por primera vez ${sayFromTo(from, to)}, los que vinieron tres días o más en los 180 siguientes.`,
    months: '¿Cambia de un mes a otro?',
    monthsDefinition:
      'Clientes por el mes de su primera visita, y cuántos volvieron en los 90 días siguientes. Los meses rayados aún no han tenido 90 días.',
    month: 'Mes de su primera visita',
    fresh: 'Clientes nuevos',
    returned: 'Volvieron en 90 días',
    share: 'Vuelven (%)',
    running: 'en curso',
    sayMonth: (month: string) => sayMonth(month),
    none: 'Aún no hay primeras visitas que contar.',
    noFresh: 'sin clientes nuevos',
  },
  card: {
    answer: (again: Share, redeemedShare: Share) =>
      again.percent === null || redeemedShare.percent === null
        ? `De ${sayCount(again.total, 'cliente que se registró', 'clientes que se registraron')}, ${sayCount(again.part, 'volvió', 'volvieron')} otro día y ${sayCount(redeemedShare.part, 'canjeó', 'canjearon')} una recompensa.`
        : `De cada 100 clientes que se registran, ${sayCount(again.percent, 'vuelve', 'vuelven')} otro día y ${sayCount(redeemedShare.percent, 'canjea', 'canjean')} una recompensa.`,
    answerLimit: (registeredCount: number) =>
      `Contado con ${sayCount(registeredCount, 'cliente', 'clientes')}. Esto no demuestra que vuelvan por la tarjeta.`,
    against:
      'Son los clientes que se registraron esos días. Donde pone «antes» es lo que habían hecho los anteriores cuando llevaban registrados el mismo tiempo que estos.',
    table: 'Del registro a la primera recompensa',
    step: 'Paso',
    reached: 'Clientes',
    share: 'Parte',
    median: 'Desde el paso anterior',
    days: (days: number) => sayCount(days, 'día', 'días'),
    measured: (n: number) => `de ${sayCount(n, 'cliente', 'clientes')}`,
    was: (text: string) => `antes ${text}`,
    steps: {
      REGISTERED: [
        'Registro',
        'Clientes con su primera ficha en estos días; dos fichas unidas son una, la más antigua.',
      ],
      FIRST_VISIT: ['Primera visita', 'Han venido algún día. Las visitas eliminadas no cuentan.'],
      SECOND_VISIT: ['Segunda visita', 'Han venido dos días distintos o más.'],
      HALF: ['50 %', 'Una visita suya ganó una recompensa del 50 %, en su tarjeta o en la de su familia.'],
      FULL: ['Servicio gratis', 'Una visita suya llenó una tarjeta, la suya o la de su familia.'],
      REDEEMED: [
        'Canje',
        'Se ha canjeado alguna de las que ganaron. Los días se cuentan desde la primera recompensa.',
      ],
    },
    definitions: 'Qué se cuenta en cada paso',
    medianDefinition:
      'De los clientes que llegaron a cada paso, la mitad tardó esos días o menos desde el último paso anterior que alcanzó. Por eso no suman los días hasta la primera recompensa, que se cuentan desde la primera visita.',
    notCounted: (importedCount: number, paper: number) =>
      `No cuentan ${sayCount(importedCount, 'cliente importado', 'clientes importados')} ni ${sayCount(paper, 'cliente que trajo', 'clientes que trajeron')} sellos de una tarjeta de papel: no empezaron de cero aquí.`,
    firstReward: 'Hasta la primera recompensa',
    firstRewardDefinition:
      'De los que ya han ganado una, la mitad tardó esos días o menos desde su primera visita. La tabla de abajo cuenta desde el paso anterior: sus días son otros. «Lo normal» es lo que tardó la mitad de en medio.',
    between: (first: number, third: number) =>
      first === third
        ? `Lo normal: ${sayCount(third, 'día', 'días')}.`
        : `Lo normal: entre ${sayNumber(first)} y ${sayCount(third, 'día', 'días')}.`,
    redeemed: 'Llegan a canjear',
    redeemedDefinition: 'De los registrados en estos días, a cuántos se les ha canjeado alguna recompensa.',
    redeemedWithHalf: 'Cuenta también el 50 %, así que pueden ser más que los que llegan al servicio gratis.',
    again: 'Vuelven otro día',
    againDefinition: 'De los registrados en estos días, cuántos han venido dos días distintos o más.',
    slow: (days: number) => `La primera recompensa tarda ${sayCount(days, 'día', 'días')}`,
    slowHalf: (half: number, target: number) =>
      `Con más de 30 días mucha gente se olvida de la tarjeta. La primera es el 50 %, que llega con ${sayCount(half, 'visita', 'visitas')}. Para que llegue antes, baja las del servicio gratis, que ahora son ${sayNumber(target)}.`,
    slowNoHalf: (target: number) =>
      `Con más de 30 días mucha gente se olvida de la tarjeta. Da el 50 % a mitad de la tarjeta, o baja las visitas para el servicio gratis, que ahora son ${sayNumber(target)}.`,
    settings: 'Cambiarlo en los ajustes',
    people: '¿Quién se quedó en cada paso?',
    peopleDefinition: 'Clientes activos por el último paso al que han llegado hasta hoy.',
    peopleStep: 'Último paso',
    stopped: {
      REGISTERED: 'Se registraron y no han venido',
      FIRST_VISIT: 'Han venido un solo día',
      SECOND_VISIT: 'Vienen y aún no han ganado nada',
      HALF: 'Han ganado el 50 % y no han canjeado nada',
      FULL: 'Han ganado el servicio gratis y no han canjeado nada',
      REDEEMED: 'Han canjeado una recompensa',
    },
    registeredOn: (day: string) => `Se registró el ${sayDay(day)}`,
    lastVisitOn: (day: string) => `última visita el ${sayDay(day)}`,
    noneDetail: 'Ningún cliente activo se ha quedado en este paso.',
    empty: 'Nadie se registró estos días',
    emptyDetail: 'Elige otros días, o vuelve cuando haya registros.',
  },
  cohorts: {
    title: '¿Siguen viniendo?',
    definition:
      'Clientes por el mes de su primera visita aquí, también los importados y los eliminados después. En cada columna, cuántos vinieron ese mes, contado desde el primero. Con menos de 20 clientes nuevos se da el número y no el porcentaje. Los meses rayados están en curso.',
    month: 'Primera visita',
    customers: 'Nuevos',
    after: (months: number) => sayCount(months, 'mes después', 'meses después'),
    came: (part: number, total: number) => `${sayNumber(part)} de ${sayNumber(total)}`,
    running: 'en curso',
    noVisits: 'no se cuenta: ese mes no vino nadie',
    noVisitsDetail: (months: readonly string[]) =>
      `–: en ${listFormat.format(months.map(sayMonth))} no hubo clientes nuevos ni vino ninguno de los de esta tabla, como si la barbería hubiera estado cerrada. No quiere decir que se fueran.`,
    none: 'Aún no hay meses que comparar: hacen falta clientes con un mes de historia.',
    rhythm: '¿Cada cuánto vienen?',
    rhythmDefinition: (from: string, to: string) =>
      `De los clientes que vinieron ${sayFromTo(from, to)} y tienen al menos tres días de visita, la mitad viene cada tantos días o menos. El ritmo de cada uno es la media entre sus diez últimos días de visita; el último día importado también cuenta.`,
    days: (days: number) => sayCount(days, 'día', 'días'),
    between: (first: number, third: number) =>
      first === third
        ? `Lo normal: cada ${sayCount(third, 'día', 'días')}.`
        : `Lo normal: cada ${sayNumber(first)} a ${sayCount(third, 'día', 'días')}; así viene la mitad de en medio.`,
    weeksDefinition: 'Los mismos clientes por las semanas que suelen tardar, redondeadas.',
    weeks: 'Semanas',
    week: (weeks: number, isLast: boolean) =>
      isLast ? `${sayNumber(weeks)} semanas o más` : sayCount(weeks, 'semana', 'semanas'),
    noRhythm: 'Aún no hay clientes con tres días de visita.',
  },
  hours: {
    table: 'Visitas por día y hora',
    visits: 'Visitas en 8 semanas',
    visitsDefinition: (from: string, to: string) =>
      `Visitas no eliminadas ${sayFromTo(from, to)}, también las de clientes eliminados después. Las anotadas otro día no tienen hora y no cuentan. Hoy tampoco, porque no ha terminado.`,
    change: 'Diferencia',
    answer: (weekday: number, hour: number) =>
      `Vienen sobre todo los ${pluralWeekday(weekday)} de ${hour} a ${hour + 1} h.`,
    even: 'Varias horas empatan en el máximo de visitas.',
    compared: (from: string, to: string) =>
      `Antes es ${sayFromTo(from, to)}. Se comparan tantos lunes con tantos lunes, y así cada día de la semana: los últimos de antes en que vino alguien.`,
    /** A day without any visit counts as closed: a holiday, or a day without data. */
    closed: (now: number, before: number) =>
      now + before === 0
        ? ''
        : `Los días en que no vino nadie, como si estuviera cerrado, no se cuentan: ${sayNumber(now)} de estas semanas y ${sayNumber(before)} de antes.`,
    closedNow: (now: number) =>
      now === 0
        ? ''
        : `En ${sayCount(now, 'día no vino nadie, como si estuviera cerrado, y no se cuenta', 'días no vino nadie, como si estuviera cerrado, y no se cuentan')}.`,
    withoutVisits: (weekdays: readonly number[]) =>
      weekdays.length === 0
        ? ''
        : `Los ${listFormat.format(weekdays.map(pluralWeekday))} no vino nadie en estas semanas, y no se comparan.`,
    notCompared: (weekdays: readonly number[]) =>
      weekdays.length === 0
        ? ''
        : `No se comparan los ${listFormat.format(weekdays.map(pluralWeekday))}: antes hay menos días con visitas que ahora.`,
    noneCompared: 'No se compara con antes: hay menos días con visitas que ahora.',
    days: 'Días',
    openDays: (days: number) => sayCount(days, 'día con visitas', 'días con visitas'),
    partCompared: (visits: number) => `${sayNumber(visits)} se comparan: `,
    ofVisits: (before: number) => `antes ${sayCount(before, 'visita', 'visitas')}`,
    more: 'Donde más sube',
    less: 'Donde más baja',
    moreDefinition: 'La hora con más visitas de más que antes.',
    lessDefinition: 'La hora con más visitas de menos que antes.',
    nowhere: 'En ninguna hora',
    when: (weekday: number, hour: number) => `${weekdayNames[weekday - 1]}, ${hour} h`,
    definition:
      'Arriba, las visitas de las últimas 8 semanas a esa hora del local; debajo, cuántas más o menos que antes. «Días» es en cuántos vino alguien. Un fondo de color es más; rayado, menos.',
    definitionAlone:
      'Las visitas de las últimas 8 semanas a esa hora del local. «Días» es en cuántos vino alguien.',
    hour: 'Hora',
    at: (hour: number) => `${hour} h`,
    weekdays: weekdayNames,
    initials: ['L', 'M', 'X', 'J', 'V', 'S', 'D'] as const,
    signed: (change: number) =>
      change === 0 ? '=' : `${change > 0 ? '+' : '−'}${sayNumber(Math.abs(change))}`,
    said: (visits: number, change: number | null) => {
      const count = sayCount(visits, 'visita', 'visitas')
      if (change === null) return count
      if (change === 0) return `${count}, como antes`
      return `${count}, ${sayNumber(Math.abs(change))} ${change > 0 ? 'más' : 'menos'} que antes`
    },
    none: 'No hubo visitas en las últimas 8 semanas',
    noneDetail: 'Cuando se registren en el mostrador, aquí verás a qué horas vienen.',
  },
  absent: {
    lists: 'Qué lista ver',
    answer: (lostCounts: AbsenceReport['lost'], atRisk: AbsenceReport['lost']) => {
      const away =
        lostCounts.all === 0
          ? 'Nadie ha dejado de venir'
          : sayCount(lostCounts.all, 'cliente ha dejado de venir', 'clientes han dejado de venir')
      const risk = atRisk.all === 0 ? '' : ` y ${sayCount(atRisk.all, 'está en riesgo', 'están en riesgo')}`
      const write = lostCounts.toInvite + atRisk.toInvite
      return `${away}${risk}.${write === 0 ? '' : ` Puedes escribir a ${sayNumber(write)}.`}`
    },
    greetings: 'Ya les has escrito',
    lost: 'Han dejado de venir',
    lostDefinition:
      'Llevan más de 30 días sin venir, y más del doble de lo que suelen tardar. El ritmo de cada cliente es el de sus diez últimos días de visita; hacen falta tres.',
    atRisk: 'En riesgo',
    atRiskDefinition:
      'Llevan 21 días o más sin venir, y más de una vez y media lo que suelen tardar, pero aún no han dejado de venir.',
    recovered: 'Han vuelto',
    recoveredDefinition: (from: string, to: string) =>
      `Vinieron ${sayFromTo(from, to)} después de haber dejado de venir, por el ritmo de sus visitas aquí.`,
    states: {
      toInvite: (n: number) => (n === 0 ? 'Nadie por escribir' : `${sayNumber(n)} por escribir`),
      invited: (n: number) => `${sayNumber(n)} ya con tu mensaje en los últimos 30 días`,
      withoutConsent: (n: number) => `${sayCount(n, 'no ha aceptado', 'no han aceptado')} publicidad`,
      unverifiedPhone: (n: number) => `${sayNumber(n)} con el teléfono sin comprobar`,
      withoutPhone: (n: number) => `${sayNumber(n)} sin teléfono`,
      minors: (n: number) => sayCount(n, 'menor de 14 años', 'menores de 14 años'),
      heldBack: (n: number) =>
        `${sayCount(n, 'queda', 'quedan')} aparte este trimestre, al azar, para comparar`,
    },
    onlyToInvite: (n: number) => `Ver solo a quien puedes escribir (${sayNumber(n)})`,
    noneToInvite: (all: number) =>
      all === 1
        ? 'A la única persona que falta no se le puede escribir ahora. Arriba ves por qué.'
        : `De los ${sayNumber(all)}, ahora no se puede escribir a ninguno. Arriba ves por qué.`,
    effect: '¿Sirve escribir?',
    effectDefinition: (from: string, to: string) =>
      `De los clientes que faltaban (${saySpan(from, to)}), los que vinieron en los 14 días siguientes a escribirles. Al lado, los elegidos al azar a quienes no se escribió.`,
    effectWritten: 'Con mensaje',
    effectHeldBack: 'Sin mensaje',
    effectTooFew: 'Hacen falta 20 personas en cada grupo para comparar.',
    effectNone: 'No se ve efecto.',
    effectSeen: (points: number) => `${sayCount(points, 'punto', 'puntos')} más con mensaje.`,
    effectOff: 'No se deja a nadie sin escribir: desde ahora no se puede medir.',
    settings: 'Cambiarlo en los ajustes',
    group: 'Grupo',
    came: 'Vinieron',
    share: 'Parte',
    silence: (days: number, usual: number) =>
      `Hace ${sayCount(days, 'día', 'días')}; suele venir cada ${sayCount(Math.max(usual, 1), 'día', 'días')}`,
    write: 'Escribir',
    writeTo: (name: string) => `Escribir a ${name} por WhatsApp`,
    wayOut:
      'El mensaje dice cómo darse de baja. Si alguien te responde BAJA, quítale el permiso en su ficha. A nadie se le escribe dos veces en 30 días.',
    cameOn: (day: string, silent: number) =>
      `Vino el ${sayDay(day)}, tras ${sayCount(silent, 'día', 'días')}`,
    writtenBy: (moment: string, who: string) => `${moment}, ${who}`,
    cameBack: 'Ha venido',
    none: 'Nadie en esta lista',
    noneDetail: {
      LOST: 'Todos los que suelen venir han venido.',
      AT_RISK: 'Nadie tarda más de lo suyo.',
      recovered: 'Nadie ha vuelto en estos días.',
      greetings:
        'Aún no has escrito a nadie. Lo que escribas desde aquí, desde el panel o desde una ficha se queda apuntado un año.',
    },
  },
  debt: {
    answer: (count: number) =>
      count === 0
        ? 'No debes ninguna recompensa.'
        : `Debes ${sayCount(count, 'recompensa', 'recompensas')} a tus clientes.`,
    answerValue: (value: string, cost: string | null) =>
      cost === null
        ? `Si vinieran todos: ${value} a tu precio.`
        : `Si vinieran todos: ${value} a tu precio; a ti te cuesta ${cost}.`,
    owed: 'Recompensas pendientes',
    owedDefinition: 'Las que un cliente activo puede canjear hoy; la de una familia cuenta una vez.',
    value: 'Valor estimado',
    valueDefinition: (ticket: string) =>
      `A ${ticket} de precio medio: el servicio gratis entero y el 50 % la mitad. Los descuentos de bienvenida no se valoran. Es una estimación para ti.`,
    costDefinition: (percent: number) =>
      `Lo que te cuesta a ti es el ${sayNumber(percent)} % de eso, lo que dijiste en «Para calcular en euros».`,
    expected: (amount: string) => `Si se canjean como hasta ahora, serían unos ${amount}.`,
    noTicket: 'Di tu precio medio para ver cuánto es en euros.',
    seen: '¿Cuántas se canjean?',
    seenDefinition: 'De las recompensas ganadas con sellos hace entre 6 y 18 meses, cuántas se han canjeado.',
    never: (n: number) => `${sayCount(n, 'no se ha canjeado', 'no se han canjeado')} nunca`,
    median: (days: number) =>
      days === 0
        ? 'La mitad de las canjeadas se canjea en menos de un día.'
        : `La mitad de las canjeadas se canjea antes de ${sayCount(days + 1, 'día', 'días')}.`,
    flow: 'Ganadas y canjeadas',
    flowDefinition:
      'Ganadas con sellos estos días y no anuladas; canjeadas estos días, se ganaran cuando se ganaran.',
    earned: 'Ganadas',
    redeemed: 'Canjeadas',
    ages: '¿Desde cuándo se deben?',
    agesDefinition: 'Por los días desde que se ganó cada una.',
    age: (from: number, to: number | null) =>
      to === null
        ? `${sayNumber(from)} días o más`
        : from === 0
          ? `menos de ${to + 1} días`
          : `${from} a ${to} días`,
    people: 'Ver a quién',
    kind: 'Recompensa',
    none: 'No debes nada.',
    settings: 'Para calcular en euros',
    meanTicket: 'Precio medio de un servicio (€)',
    serviceCost: 'Lo que te cuesta un servicio (% del precio)',
    serviceCostHelp: 'Producto y tiempo. Déjalo en 0 si no lo sabes.',
    save: 'Guardar',
    saving: 'Guardando…',
    fields: { meanTicket: 'Precio medio', serviceCost: 'Coste' },
  },
} as const
