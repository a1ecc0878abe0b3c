import { LinkPanel } from './LinkPanel'
import { texts } from './texts'

export function TeamSection() {
  return (
    <>
      <LinkPanel to="/app/users" {...texts.team} />
      <LinkPanel to="/app/devices" {...texts.devices} />
    </>
  )
}
