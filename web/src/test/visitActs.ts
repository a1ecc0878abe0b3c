import * as servedBy from '@/acts/staff/servedBy'
import * as visits from '@/acts/staff/visits'
import type { Act } from './accountActs'

export const visitActs: readonly Act[] = [
  {
    name: 'useVisitActs',
    call: ['post', '/visits/v1/undo'],
    answer: {},
    start: () => {
      const { undo } = visits.useVisitActs()
      return () => undo('v1')
    },
  },
  {
    name: 'useRemoveVisit',
    call: ['delete', '/visits/v1'],
    answer: {},
    start: visits.useRemoveVisit,
    variables: 'v1',
  },
  {
    name: 'useChangeServedBy',
    call: ['post', '/visits/v1/served-by'],
    answer: { ok: true },
    start: servedBy.useChangeServedBy,
    variables: { visitId: 'v1', colleague: { id: 'luis', name: 'Luis', self: false } },
  },
]
