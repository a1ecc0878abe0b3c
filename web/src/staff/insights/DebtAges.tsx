import type { OwedByAge } from '@/api/types'
import { sayNumber } from '@/lib/numbers'
import { rewardKinds, rewardWords } from '@/lib/rewardKinds'
import { BarList } from './BarList'
import { texts } from './texts'

const words = texts.debt

export function DebtAges({ owed }: { owed: readonly OwedByAge[] }) {
  if (owed.length === 0) return <p>{words.none}</p>
  const ages = agesOf(owed)
  return (
    <div className="grid gap-4">
      <p className="text-small text-ink-soft">{words.agesDefinition}</p>
      <BarList bars={ages.map(({ from, name }) => ({ key: name, name, value: countOf(owed, from) }))} />
      <details className="chart-table">
        <summary>{texts.asTable}</summary>
        <div className="overflow-x-auto">
          <table className="staff-table">
            <caption className="sr-only">{words.ages}</caption>
            <thead>
              <tr>
                <th scope="col">{words.kind}</th>
                {ages.map(({ name }) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rewardKinds.map((kind) => (
                <tr key={kind}>
                  <th scope="row">{rewardWords[kind].title}</th>
                  {ages.map(({ from, name }) => (
                    <td key={name} translate="no">
                      {sayNumber(countOf(owed, from, kind))}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </div>
  )
}

function agesOf(owed: readonly OwedByAge[]): { from: number; name: string }[] {
  const byStart = new Map(owed.map(({ fromDays, toDays }) => [fromDays, toDays]))
  return [...byStart.entries()]
    .sort(([a], [b]) => a - b)
    .map(([from, to]) => ({ from, name: words.age(from, to) }))
}

function countOf(owed: readonly OwedByAge[], from: number, kind?: string): number {
  return owed
    .filter((line) => line.fromDays === from && (kind === undefined || line.kind === kind))
    .reduce((sum, { count }) => sum + count, 0)
}
