import * as imports from '@/acts/staff/imports'
import type { Import } from '@/api/types'
import type { Act } from './accountActs'

const storedImport = { id: 'i1', version: 2, columns: [] } as unknown as Import

export const importActs: Act[] = [
  {
    name: 'useSendImport',
    call: ['post', '/imports'],
    answer: storedImport,
    start: (onDone) => imports.useSendImport(onDone),
    variables: new File(['Ana'], 'clientes.csv'),
  },
  {
    name: 'useChangeImport',
    call: ['patch', '/imports/i1'],
    answer: storedImport,
    start: () => imports.useChangeImport(storedImport),
    variables: { unknownAsNote: true },
  },
  {
    name: 'useStartImport',
    call: ['post', '/imports/i1/start'],
    answer: storedImport,
    start: () => imports.useStartImport(storedImport),
  },
  {
    name: 'useUndoImport',
    call: ['post', '/imports/i1/undo'],
    answer: storedImport,
    start: (onDone) => imports.useUndoImport(storedImport, onDone),
  },
  {
    name: 'useDropImport',
    call: ['delete', '/imports/i1'],
    answer: { ok: true },
    start: (onDone) => imports.useDropImport(storedImport, onDone),
  },
]
