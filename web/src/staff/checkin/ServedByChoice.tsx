import { useEffect, useState } from 'react'
import { useSignedIn } from '@/api'
import type { Colleague } from '@/api/types'
import { readStored, writeStored } from '@/lib/storage'
import { Colleagues, useColleagues } from './Colleagues'
import { servedByTexts as texts } from './servedByTexts'
import type { CounterController } from './useCounter'

interface ServedByChoiceProps {
  counter: CounterController
  onChosen: () => void
}

/** Chooses who does the next services in this tab. The default is the signed-in user. */
export function ServedByChoice({ counter, onChosen }: ServedByChoiceProps) {
  const colleagues = useColleagues()
  const { businessId, email } = useSignedIn()
  const key = `axioma.servedBy ${businessId} ${email}`
  const [storedId, setStoredId] = useState(() => readStored(key, 'tab'))
  const chosenColleague =
    colleagues.find((colleague) => colleague.id === storedId) ?? colleagues.find(({ self }) => self)
  const { serve } = counter

  const servedBy = chosenColleague && !chosenColleague.self ? chosenColleague : null
  useEffect(() => {
    serve(servedBy && { id: servedBy.id, name: servedBy.name })
    return () => serve(null)
  }, [serve, servedBy])

  if (colleagues.length < 2) return null
  const choose = (colleague: Colleague) => {
    setStoredId(colleague.id)
    writeStored(key, colleague.id, 'tab')
    onChosen()
  }
  return (
    <div className="grid gap-1.5">
      <p className="font-semibold" aria-hidden="true">
        {texts.ask}
      </p>
      <Colleagues
        label={texts.ask}
        colleagues={colleagues}
        chosenId={chosenColleague?.id}
        onChoose={choose}
      />
    </div>
  )
}
