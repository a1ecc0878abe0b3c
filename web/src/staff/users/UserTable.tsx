import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { nameOf } from '@/acts/staff/users'
import { useSignedIn } from '@/api'
import { serverNow } from '@/api/serverClock'
import type { User } from '@/api/types'
import { mayManage, usersQuery } from '@/api/users'
import { texts as roleWords } from '@/card/roles/texts'
import { Badge } from '@/kit/Badge'
import { Button } from '@/kit/Button'
import { EmptyState } from '@/kit/EmptyState'
import { LoadFailed } from '@/kit/LoadFailed'
import { Panel } from '@/kit/Panel'
import { StaleNote } from '@/kit/StaleNote'
import { Cell, HeadCell, Row, SkeletonRows, Table } from '@/kit/Table'
import { sayMoment } from '@/lib/dates'
import { errorText } from '@/lib/errors'
import { AccessDialog } from './AccessDialog'
import { InviteAgainDialog } from './InviteAgainDialog'
import { inviteTexts } from './inviteTexts'
import { RemoveFactorDialog } from './RemoveFactorDialog'
import { ResetDialog } from './ResetDialog'
import { texts } from './texts'

interface Question {
  act: 'reset' | 'access' | 'invite' | 'factor'
  user: User
}

export function UserTable() {
  const users = useQuery(usersQuery())
  const [question, setQuestion] = useState<Question | null>(null)
  const close = () => setQuestion(null)
  return (
    <Panel
      title={texts.table.title}
      actions={users.data && <span className="text-ink-soft">{texts.table.count(users.data.length)}</span>}
    >
      <StaleNote read={users} />
      {users.isLoadingError ? (
        <LoadFailed onRetry={users.refetch}>{errorText(users.error, texts.table.failed)}</LoadFailed>
      ) : users.data?.length === 0 ? (
        <EmptyState title={texts.table.empty}>{texts.table.emptyHint}</EmptyState>
      ) : (
        <Table caption={texts.table.caption} head={<Head />} busy={users.isPending} wide>
          {users.data ? (
            users.data.map((user) => <UserRow key={user.id} user={user} onAsk={setQuestion} />)
          ) : (
            <SkeletonRows columns={4} rows={4} />
          )}
        </Table>
      )}
      <ResetDialog user={question?.act === 'reset' ? question.user : null} onClose={close} />
      <InviteAgainDialog user={question?.act === 'invite' ? question.user : null} onClose={close} />
      <RemoveFactorDialog user={question?.act === 'factor' ? question.user : null} onClose={close} />
      <AccessDialog user={question?.act === 'access' ? question.user : null} onClose={close} />
    </Panel>
  )
}

function Head() {
  return (
    <>
      <HeadCell>{texts.table.user}</HeadCell>
      <HeadCell>{texts.table.role}</HeadCell>
      <HeadCell>{texts.table.state}</HeadCell>
      <HeadCell>
        <span className="sr-only">{texts.table.actions}</span>
      </HeadCell>
    </>
  )
}

function UserRow({ user, onAsk }: { user: User; onAsk: (question: Question) => void }) {
  const { email, role } = useSignedIn()
  const self = user.email === email
  const access = user.disabled ? texts.enable : texts.disable
  return (
    <Row>
      <Cell>
        <span className="block min-w-40 [overflow-wrap:anywhere]">
          {user.name && (
            <span translate="no" className="block font-semibold">
              {user.name}
            </span>
          )}
          <span translate="no" className="block font-normal text-ink-soft">
            {user.email}
          </span>
          {user.triedAt && (
            <span className="block font-normal">{texts.table.tried(sayMoment(user.triedAt))}</span>
          )}
        </span>
      </Cell>
      <Cell label={texts.table.role}>{roleWords.user[user.role]}</Cell>
      <Cell label={texts.table.state}>
        <span className="grid justify-items-end gap-1 sm:justify-items-start">
          {self ? <Badge>{texts.table.you}</Badge> : <State user={user} />}
          {user.secondFactor && (
            <span className="text-small font-normal text-ink-soft">{texts.table.factor}</span>
          )}
        </span>
      </Cell>
      <Cell>
        {!self && mayManage(role, user.role) && (
          <span className="flex flex-wrap gap-2 font-normal sm:min-w-max sm:flex-nowrap sm:justify-end">
            {user.invitedTo && !user.disabled && (
              <Button
                variant="secondary"
                aria-label={inviteTexts.again.actOf(nameOf(user))}
                onClick={() => onAsk({ act: 'invite', user })}
              >
                {inviteTexts.again.act}
              </Button>
            )}
            {user.secondFactor && (
              <Button
                variant="secondary"
                aria-label={texts.factor.actionOf(nameOf(user))}
                onClick={() => onAsk({ act: 'factor', user })}
              >
                {texts.factor.action}
              </Button>
            )}
            <Button
              variant="secondary"
              aria-label={texts.reset.actionOf(nameOf(user))}
              onClick={() => onAsk({ act: 'reset', user })}
            >
              {texts.reset.action}
            </Button>
            <Button
              variant="secondary"
              aria-label={access.actionOf(nameOf(user))}
              onClick={() => onAsk({ act: 'access', user })}
            >
              {access.action}
            </Button>
          </span>
        )}
      </Cell>
    </Row>
  )
}

function State({ user: { disabled, invitedTo } }: { user: User }) {
  if (disabled) return <Badge tone="refused">{texts.table.disabled}</Badge>
  if (!invitedTo) return <Badge tone="good">{texts.table.active}</Badge>
  if (Date.parse(invitedTo) <= serverNow()) return <Badge tone="caution">{inviteTexts.state.expired}</Badge>
  return (
    <>
      <Badge>{inviteTexts.state.invited}</Badge>
      <span className="block text-small font-normal text-ink-soft @min-[64rem]:min-w-36">
        {inviteTexts.state.until(sayMoment(invitedTo))}
      </span>
    </>
  )
}
