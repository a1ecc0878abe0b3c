import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '@/api'
import { businessQuery } from '@/api/customers'
import { attackedAccountsQuery } from '@/api/users'
import { PasswordGuessingNotice } from '@/card/password-guessing/PasswordGuessingNotice'
import { texts as roleWords } from '@/card/roles/texts'
import { Fact, FactList } from '@/kit/FactList'
import { Panel } from '@/kit/Panel'
import { Verbatim } from '@/kit/Verbatim'
import { PasskeysPanel } from './PasskeysPanel'
import { PasswordForm } from './PasswordForm'
import { SecondFactorPanel } from './SecondFactorPanel'
import { SessionsPanel } from './SessionsPanel'
import { texts } from './texts'

export function AccountScreen() {
  const { name, email, role, businessId } = useSignedIn()
  const business = useQuery({ ...businessQuery(), enabled: businessId !== null })
  /** Operators see guesses on all operators' accounts. */
  const attackedAccounts = useQuery(attackedAccountsQuery()).data ?? []
  return (
    <div className="grid max-w-4xl gap-6">
      <h1 className="font-sign text-display font-extrabold">{texts.title}</h1>
      <PasswordGuessingNotice {...texts.tried} names={attackedAccounts.map((account) => account.email)} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="grid gap-6">
          <Panel title={texts.info}>
            <FactList>
              {name && (
                <Fact name={texts.name}>
                  <Verbatim>{name}</Verbatim>
                </Fact>
              )}
              <Fact name={texts.email}>
                <Verbatim>{email}</Verbatim>
              </Fact>
              <Fact name={texts.role}>{roleWords.user[role]}</Fact>
              <Fact name={texts.business}>{business.data?.name ?? texts.none}</Fact>
            </FactList>
          </Panel>
          <SecondFactorPanel />
          <PasskeysPanel />
        </div>
        <div className="grid gap-6">
          <Panel title={texts.password.title}>
            <PasswordForm />
          </Panel>
          <SessionsPanel />
        </div>
      </div>
    </div>
  )
}
