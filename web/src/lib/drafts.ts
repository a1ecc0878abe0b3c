import { readStored, removeStored, writeStored } from './storage'

const storageKey = 'axioma.drafts'

/** How long what somebody typed waits for her, in milliseconds. */
const draftLifetime = 60 * 60_000

interface Draft {
  /** Who typed it. */
  owner: string
  at: number
  value: unknown
}

/** What somebody has typed into a form of this tab and not sent yet; undefined when there is nothing of hers. */
export function readDraft(form: string, owner: string): unknown {
  return draftsOf(owner)[form]?.value
}

/** Keeps what is typed, over a reload and the next sign-in of the same person. */
export function keepDraft(form: string, owner: string, value: unknown): void {
  writeStored(storageKey, { ...draftsOf(owner), [form]: { owner, at: Date.now(), value } }, 'tab')
}

/** Forgets what was typed into a form: it was sent, or is not wanted any more. */
export function dropDraft(form: string, owner: string): void {
  const { [form]: _dropped, ...others } = draftsOf(owner)
  if (Object.keys(others).length > 0) writeStored(storageKey, others, 'tab')
  else forgetDrafts()
}

/** Forgets what everybody else has typed in this tab. */
export function keepOnlyDraftsOf(owner: string): void {
  const own = draftsOf(owner)
  if (Object.keys(own).length === 0) forgetDrafts()
  else writeStored(storageKey, own, 'tab')
}

/** Forgets all that was typed in this tab. */
export function forgetDrafts(): void {
  removeStored(storageKey, 'tab')
}

function draftsOf(owner: string): Record<string, Draft> {
  const stored = readStored(storageKey, 'tab')
  if (typeof stored !== 'object' || stored === null) return {}
  const isOwn = (draft: Draft | null) => draft?.owner === owner && Date.now() - draft.at < draftLifetime
  return Object.fromEntries(Object.entries(stored as Record<string, Draft>).filter(([, kept]) => isOwn(kept)))
}
