import * as imports from '@/acts/staff/imports'
import type { Import } from '@/api/types'
import type { Act } from './accountActs'

const found = { id: 'i1', version: 2, columns: [] } as unknown as Import

export const importActs: Act[] = [
  {
    name: 'useSendImport',
    call: ['post', '/imports'],
    answer: found,
    start: (done) => imports.useSendImport(done),
    wanted: new File(['Ana'], 'clientes.csv'),
  },
  {
    name: 'useChangeImport',
    call: ['patch', '/imports/i1'],
    answer: found,
    start: () => imports.useChangeImport(found),
    wanted: { unknownAsNote: true },
  },
  {
    name: 'useStartImport',
    call: ['post', '/imports/i1/start'],
    answer: found,
    start: () => imports.useStartImport(found),
  },
  {
    name: 'useUndoImport',
    call: ['post', '/imports/i1/undo'],
    answer: found,
    start: (done) => imports.useUndoImport(found, done),
  },
  {
    name: 'useDropImport',
    call: ['delete', '/imports/i1'],
    answer: { ok: true },
    start: (done) => imports.useDropImport(found, done),
  },
]
