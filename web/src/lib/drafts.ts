import { readStored, removeStored, writeStored } from './storage'

const storageKey = 'axioma.drafts'

/** Milliseconds. */
const draftLifetime = 60 * 60_000

interface Draft {
  owner: string
  at: number
  value: unknown
}

export function readDraft(form: string, owner: string): unknown {
  return draftsOf(owner)[form]?.value
}

/** Stores a draft in the tab, across page loads and sign-ins. */
export function keepDraft(form: string, owner: string, value: unknown): void {
  storeDrafts({ ...draftsOf(owner), [form]: { owner, at: Date.now(), value } })
}

export function dropDraft(form: string, owner: string): void {
  const { [form]: _dropped, ...others } = draftsOf(owner)
  storeDrafts(others)
}

export function keepOnlyDraftsOf(owner: string): void {
  storeDrafts(draftsOf(owner))
}

function storeDrafts(drafts: Record<string, Draft>): void {
  if (Object.keys(drafts).length > 0) writeStored(storageKey, drafts, 'tab')
  else forgetDrafts()
}

export function forgetDrafts(): void {
  removeStored(storageKey, 'tab')
}

function draftsOf(owner: string): Record<string, Draft> {
  const storedValue = Object(readStored(storageKey, 'tab')) as Record<string, Draft>
  const isOwn = (draft: Draft | null) => draft?.owner === owner && Date.now() - draft.at < draftLifetime
  return Object.fromEntries(Object.entries(storedValue).filter(([, draft]) => isOwn(draft)))
}
