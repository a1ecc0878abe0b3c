import '@/kit/staff.css'
import { Scissors } from 'lucide-react'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { OwedPanel } from '@/card/OwedPanel'
import { PhoneField } from '@/card/PhoneField'
import { StampCard } from '@/card/stamp-card/StampCard'
import { Badge } from '@/kit/Badge'
import { Button } from '@/kit/Button'
import { Checkbox } from '@/kit/Checkbox'
import { Dialog } from '@/kit/Dialog'
import { EmptyState } from '@/kit/EmptyState'
import { Moment } from '@/kit/Moment'
import { Notice } from '@/kit/Notice'
import { notify } from '@/kit/notify'
import { Panel } from '@/kit/Panel'
import { SelectField } from '@/kit/SelectField'
import { Skeleton } from '@/kit/Skeleton'
import { Cell, HeadCell, Row, SkeletonRows, Table } from '@/kit/Table'
import { TextField } from '@/kit/TextField'
import { Toaster } from '@/kit/Toaster'
import { emptyPhone } from '@/lib/phone'

// The page /gallery.html of `npm run dev`. ?theme=dark sets the theme; ?part=cards, controls or feedback
// shows one part.

const parameters = new URLSearchParams(location.search)
const theme = parameters.get('theme')
if (theme) document.documentElement.dataset.theme = theme

const card = { target: 10, halfMilestone: 5, businessName: 'Barbería Demo' }

function Cards() {
  const [count, setCount] = useState(6)
  return (
    <section className="grid items-start gap-8 lg:grid-cols-2">
      <div className="grid gap-4">
        <StampCard {...card} count={3} pendingKinds={[]} customerName="Ana Gómez Ibáñez" size="large" />
        <OwedPanel kind="HALF" onRedeem={() => notify.success('✅ Recompensa canjeada')} />
        <OwedPanel kind="FREE" onRedeem={() => undefined} redeeming more={1} />
        <OwedPanel kind="WELCOME" onRedeem={() => undefined} />
      </div>
      <div className="grid gap-8">
        <div className="grid gap-2">
          <StampCard
            {...card}
            key={count}
            count={count}
            pendingKinds={['HALF']}
            customerName="Iñaki Etxeberria"
            justStamped
          />
          <Button onClick={() => setCount(count + 1)}>Sellar</Button>
        </div>
        <StampCard {...card} count={10} pendingKinds={['FREE']} size="small" />
        <StampCard
          {...card}
          businessName="Hermanos Fernández de Córdoba"
          target={4}
          halfMilestone={null}
          vip
          count={2}
          pendingKinds={[]}
          customerName="Lucía"
        />
        <StampCard {...card} count={0} pendingKinds={[]} size="small" customerName="Cliente nuevo" />
      </div>
    </section>
  )
}

function Controls() {
  const [phone, setPhone] = useState(emptyPhone)
  const [open, setOpen] = useState(false)
  return (
    <Panel title="Datos del cliente" actions={<Badge tone="good">Bono activo</Badge>}>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Nombre" defaultValue="Ana Gómez" />
        <TextField
          label="Correo"
          type="email"
          optional
          error="Revisa el correo: falta la @."
          defaultValue="ana"
        />
        <PhoneField
          label="Teléfono (WhatsApp)"
          help="Te enviaremos tu código QR."
          value={phone}
          onChange={setPhone}
        />
        <SelectField label="Bono" options={[{ value: 'a', label: 'Esporádico' }]} />
        <TextField label="Código" disabled defaultValue="No se puede cambiar" />
        <div>
          <Checkbox label="Acepto recibir mensajes por WhatsApp" defaultChecked />
          <Checkbox
            label="He leído y acepto la política de privacidad"
            error="Hace falta para registrarte."
          />
        </div>
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button icon={<Scissors aria-hidden="true" className="size-5" />}>Añadir visita</Button>
        <Button busy>Guardar</Button>
        <Button busy busyLabel="Entrando…">
          Entrar
        </Button>
        <Button variant="secondary">Cancelar</Button>
        <Button variant="quiet">Volver</Button>
        <Button variant="danger" onClick={() => setOpen(true)}>
          Archivar a Ana Gómez
        </Button>
        <Button disabled>Crear mi cuenta</Button>
      </div>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Archivar a Ana Gómez"
        actions={
          <>
            <Button variant="secondary" onClick={() => setOpen(false)}>
              Cancelar
            </Button>
            <Button variant="danger">Archivar a Ana Gómez</Button>
          </>
        }
      >
        Dejará de aparecer en la lista y en los informes.
      </Dialog>
    </Panel>
  )
}

function Feedback() {
  const head = (
    <>
      <HeadCell>Cliente</HeadCell>
      <HeadCell>Última visita</HeadCell>
      <HeadCell numeric>Visitas</HeadCell>
    </>
  )
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="grid gap-4">
        <Notice title="Sesión activa">Has entrado como Óscar.</Notice>
        <Notice tone="success" size="counter" title="Visita registrada">
          Ana Gómez, 6 de 10
        </Notice>
        <Notice tone="warning" size="counter" title="Ya se registró una visita hoy">
          Podrás registrar otra desde mañana, 0:00.
        </Notice>
        <Notice tone="error">No se pudo registrar la visita.</Notice>
        <div className="flex flex-wrap gap-2">
          <Badge>Archivado</Badge>
          <Badge tone="good">Activo</Badge>
          <Badge tone="reward">50 % pendiente</Badge>
          <Badge tone="caution">Limitado</Badge>
          <Badge tone="refused">Error</Badge>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" onClick={() => notify.success('✅ Guardado.')}>
            Éxito
          </Button>
          <Button variant="secondary" onClick={() => notify.warning('Ya se registró una visita hoy')}>
            Aviso
          </Button>
          <Button variant="secondary" onClick={() => notify.error(null, 'No se pudo guardar.')}>
            Error
          </Button>
        </div>
      </div>
      <Panel title="Clientes">
        <Table caption="Clientes" head={head}>
          <Row>
            <Cell>Ana Gómez</Cell>
            <Cell label="Última visita">
              <Moment at={new Date(Date.now() - 3e8).toISOString()} />
            </Cell>
            <Cell label="Visitas" numeric>
              117
            </Cell>
          </Row>
          <Row>
            <Cell>Iñaki Etxeberria</Cell>
            <Cell label="Última visita">
              <Moment at={new Date().toISOString()} />
            </Cell>
            <Cell label="Visitas" numeric>
              9
            </Cell>
          </Row>
          <SkeletonRows columns={3} rows={2} />
        </Table>
        <Skeleton className="mt-4 h-24" />
        <EmptyState
          icon={<Scissors aria-hidden="true" />}
          title="Aún no hay visitas"
          action={<Button>Añadir visita</Button>}
        >
          Aquí verás las visitas de hoy.
        </EmptyState>
      </Panel>
    </div>
  )
}

const parts: Record<string, () => React.ReactNode> = { cards: Cards, controls: Controls, feedback: Feedback }
const shownParts = Object.entries(parts).filter(([name]) => [null, name].includes(parameters.get('part')))

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <main className="grid gap-10 p-4 sm:p-8">
      {shownParts.map(([name, Part]) => (
        <Part key={name} />
      ))}
      <Toaster />
    </main>,
  )
}
