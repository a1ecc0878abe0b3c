import { Link } from '@tanstack/react-router'
import type { RestoreResult } from '@/api/types'
import { buttonLook } from '@/kit/buttonLook'
import { Panel } from '@/kit/Panel'
import { withNames } from '@/kit/withNames'
import { texts } from './texts'

const words = texts.copy.done

export function RestoredCopy({ result }: { result: RestoreResult }) {
  const { customers, visits, accounts, renamedAccounts, droppedMessages, newShortAddress } = result
  return (
    <Panel title={words.title}>
      <div role="status" className="grid justify-items-start gap-3">
        <p className="font-semibold">{words.counts(customers, visits)}</p>
        {accounts > 0 && <p>{words.accounts(accounts)}</p>}
        {renamedAccounts.length > 0 && (
          <p>{withNames(words.renamed(renamedAccounts.join(', ')), ...renamedAccounts)}</p>
        )}
        {droppedMessages > 0 && <p>{words.dropped(droppedMessages)}</p>}
        {newShortAddress && <p>{words.address}</p>}
        <Link to="/app/customers" className={buttonLook({})}>
          {words.list}
        </Link>
      </div>
    </Panel>
  )
}
