import { bareName } from '@/acts/staff/familyTexts'
import type { FamilyPolicy } from '@/api/types'
import { sayNumber } from '@/lib/numbers'

const policies: Record<FamilyPolicy, string> = {
  POOL: 'Puntos compartidos',
  INDIVIDUAL: 'Puntos por miembro',
}

const familiesOf = (count: number) => `${sayNumber(count)} ${count === 1 ? 'familia' : 'familias'}`
const membersOf = (count: number) => `${sayNumber(count)} ${count === 1 ? 'miembro' : 'miembros'}`

export const texts = {
  title: 'Familias',
  intro: 'Clientes que vienen juntos: con una tarjeta para todos, o cada uno con la suya.',
  cancel: 'Cancelar',
  absent: '—',
  policies,
  policyHelp: {
    POOL: 'Las visitas de todos sellan una tarjeta común.',
    INDIVIDUAL: 'Cada miembro sella su propia tarjeta.',
  } satisfies Record<FamilyPolicy, string>,
  members: membersOf,
  fields: { name: 'nombre', policy: 'forma de sumar puntos' },
  form: {
    name: 'Nombre de la familia',
    policy: 'Cómo suman puntos',
    nameMissing: 'Indica un nombre para la familia.',
  },
  create: {
    title: 'Nueva familia',
    start: '+ Nueva familia',
    submit: 'Crear familia',
    submitting: 'Creando…',
  },
  list: {
    caption: 'Familias del negocio',
    search: 'Buscar por nombre',
    clear: 'Limpiar',
    count: familiesOf,
    found: (count: number, q: string) =>
      count === 1 ? `1 familia coincide con «${q}»` : `${familiesOf(count)} coinciden con «${q}»`,
    searching: 'Buscando…',
    failed: 'No se pudieron cargar las familias.',
    empty: 'Aún no hay familias',
    emptyHint: 'Crea la primera y añade a sus miembros: sus visitas podrán sellar una sola tarjeta.',
    emptyHintStaff: 'Aquí verás las familias en cuanto se creen.',
    none: 'Ninguna familia coincide',
    noneHint: (q: string) => `No hay ninguna familia con «${q}» en el nombre.`,
    columns: { name: 'Familia', policy: 'Puntos', members: 'Miembros', actions: 'Acciones' },
    open: 'Abrir',
    openOf: (name: string) => `Abrir la familia ${bareName(name)}`,
    remove: 'Eliminar',
    removeOf: (name: string) => `Eliminar la familia ${bareName(name)}`,
  },
  remove: {
    title: 'Eliminar familia? Solo si está vacía.',
    detail: (name: string) =>
      `La familia ${bareName(name)} desaparecerá de la lista. Las visitas de quienes estuvieron en ella se conservan.`,
    notEmpty: (name: string, count: number) =>
      `La familia ${bareName(name)} todavía tiene ${membersOf(count)}: ${count === 1 ? 'quítalo' : 'quítalos'} antes.`,
    busy: 'Eliminando…',
  },
  record: {
    back: 'Familias',
    heading: 'Familia',
    notFound: 'No encontrada.',
    notFoundHint: 'Puede que se haya eliminado, o que el enlace sea de otro negocio.',
    failed: 'No se pudo cargar.',
    edit: 'Datos de la familia',
  },
  change: {
    submit: 'Guardar',
    submitting: 'Guardando…',
  },
  card: {
    title: 'Tarjeta de la familia',
    pool: 'La sellan las visitas de todos los miembros.',
    rests:
      'Cada miembro sella su propia tarjeta. Lo que hay en esta se queda aquí, y vuelve a contar cuando los puntos se compartan.',
    unused: 'Con puntos por miembro, cada uno sella su propia tarjeta. La de la familia está sin sellos.',
    owed: (what: string) => `Pendiente: ${what}.`,
    owedHint: 'Lo puede canjear cualquier miembro.',
    owedWithoutMembers: 'Lo podrá canjear quien entre en la familia.',
  },
  memberList: {
    title: 'Miembros',
    caption: 'Miembros de la familia',
    empty: 'Aún no hay nadie en esta familia',
    emptyHint: 'Busca a un cliente y añádelo: antes verás qué cambia para él.',
    columns: { name: 'Miembro', role: 'Papel', progress: 'Progreso', actions: 'Acciones' },
    roleOf: (name: string) => `Papel de ${name}`,
    roleUnsaved: 'Intro para guardar',
    remove: 'Quitar',
    removeOf: (name: string) => `Quitar a ${name} de la familia`,
    progressFailed: 'No se pudo cargar el progreso.',
  },
  add: {
    title: 'Añadir miembro',
    search: 'Buscar a un cliente',
    searchHelp: 'Nombre, teléfono o correo',
    results: 'Clientes encontrados',
    searchFailed: 'No se pudo buscar.',
    none: 'Ningún cliente coincide.',
    role: 'Papel en la familia',
    already: 'Ya es miembro',
    elsewhere: (name: string) => `Ya está en la familia ${bareName(name)}`,
  },
  join: {
    title: (name: string, family: string) => `¿Añadir a ${name} a la familia ${bareName(family)}?`,
    confirm: (name: string) => `Añadir a ${name}`,
    busy: 'Añadiendo…',
  },
  leave: {
    title: (name: string) => `¿Quitar a ${name} de la familia?`,
    POOL: 'Sus próximas visitas sellarán su propia tarjeta. Lo que selló en la de la familia se queda en ella.',
    INDIVIDUAL: 'Seguirá sellando su propia tarjeta.',
    confirm: (name: string) => `Quitar a ${name}`,
    busy: 'Quitando…',
  },
  policy: {
    title: (policy: FamilyPolicy) => `¿Pasar a «${policies[policy].toLowerCase()}»?`,
    POOL: 'Desde ahora las visitas de todos sellarán la tarjeta de la familia. Lo que ya está sellado no se mueve.',
    INDIVIDUAL: 'Desde ahora cada miembro sellará su propia tarjeta. Lo que ya está sellado no se mueve.',
    confirm: 'Cambiar y guardar',
  },
} as const
