import { texts } from './texts'
import { WayPanel } from './WayPanel'

export function TeamSection() {
  return (
    <>
      <WayPanel to="/app/users" {...texts.team} />
      <WayPanel to="/app/devices" {...texts.devices} />
    </>
  )
}
