package graphtest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"
)

// mostInNotice is the maximum number of events in a notice.
const mostInNotice = 40

// Status is a delivery state.
type Status struct {
	MessageID string // sender's
	State     string // "sent", "delivered", "read" or "failed"
	At        time.Time
}

type webhookQueue struct {
	statuses   []Status
	waiting    []event  // some twice
	lostEvents []event  // sent at the end, some again
	again      [][]byte // notices to repeat
}

type event struct {
	arrives time.Time
	field   string // webhook field
	list    string // the value's list that contains it
	says    any
}

// addOutcome adds notices about a message. With a failure code it fails. Most others arrive, many are read, some fail,
// and a few are reported both failed and delivered.
func (n *webhookQueue) addOutcome(a AcceptedMessage, code int, chance *rand.Rand) {
	states := []string{"sent", "delivered", "read"}
	switch luck := chance.IntN(100); {
	case code != 0:
		states = []string{"failed"}
	case luck < 7:
		states = []string{"sent", "failed"}
	case luck < 10:
		states = []string{"sent", "failed", "delivered"}
	case luck < 20:
		states = []string{"sent"}
	case luck < 40:
		states = []string{"sent", "delivered"}
	}
	at := a.At
	for _, state := range states {
		n.statuses = append(n.statuses, Status{MessageID: a.MessageID, State: state, At: at})
		value := map[string]any{
			"id": a.ProviderID, "status": state, "timestamp": strconv.FormatInt(at.Unix(), 10),
			"recipient_id": strings.TrimPrefix(a.Body.To, "+"), "biz_opaque_callback_data": a.MessageID,
		}
		if state == "failed" {
			value["errors"] = []map[string]any{failure(code)}
		}
		n.add(event{arrives: at, field: "messages", list: "statuses", says: value}, chance)
		at = at.Add(time.Duration(chance.Int64N(int64(time.Minute))))
	}
}

func failure(code int) map[string]any {
	title := "Message undeliverable"
	switch code {
	case 0:
		code = 131026
	case 131047:
		title = "Re-engagement message"
	}
	return map[string]any{"code": code, "title": title, "message": title, "error_data": map[string]string{"details": title}}
}

// add sends an event late, sometimes twice or only at the end.
func (n *webhookQueue) add(e event, chance *rand.Rand) {
	copies := 1
	switch luck := chance.IntN(100); {
	case luck < 5:
		n.lostEvents = append(n.lostEvents, e)
		return
	case luck < 15:
		copies = 2
	}
	for range copies {
		late := e
		late.arrives = e.arrives.Add(time.Duration(chance.ExpFloat64() * float64(20*time.Second)))
		n.waiting = append(n.waiting, late)
	}
}

// Statuses returns delivery states, ordered per message.
func (g *Graph) Statuses() []Status {
	g.late.Wait()
	g.mutex.Lock()
	defer g.mutex.Unlock()
	return append([]Status(nil), g.webhooks.statuses...)
}

// WriteText records a customer's text.
func (g *Graph) WriteText(phone, text string, at time.Time) {
	from := strings.TrimPrefix(phone, "+")
	g.OpenWindow(phone, at)
	g.addEvent(phone, event{arrives: at, field: "messages", list: "messages", says: map[string]any{
		"from": from, "id": fmt.Sprintf("wamid.in.%s.%d", from, at.UnixNano()), "timestamp": strconv.FormatInt(at.Unix(), 10),
		"type": "text", "text": map[string]string{"body": text},
	}})
}

// StopMarketing records an opt-out by the app's switch.
func (g *Graph) StopMarketing(phone string, at time.Time) {
	g.addEvent(phone, event{arrives: at, field: "user_preferences", list: "user_preferences", says: map[string]any{
		"wa_id": strings.TrimPrefix(phone, "+"), "category": "marketing_messages", "value": "stop", "timestamp": at.Unix(),
		"detail": "User requested to stop marketing messages",
	}})
}

func (g *Graph) addEvent(to string, e event) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	g.webhooks.add(e, g.Random(to))
}

// DueNotices returns notices with the due events in random order. It repeats some later.
func (g *Graph) DueNotices(now time.Time) [][]byte {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	chance := g.Random(now.String())
	var due, waiting []event
	for _, e := range g.webhooks.waiting {
		if e.arrives.After(now) {
			waiting = append(waiting, e)
			continue
		}
		due = append(due, e)
		if chance.IntN(20) == 0 {
			g.webhooks.lostEvents = append(g.webhooks.lostEvents, e)
		}
	}
	g.webhooks.waiting = waiting
	bodies := append(notices(due, chance), g.webhooks.again...)
	g.webhooks.again = nil
	for _, body := range bodies {
		if chance.IntN(10) == 0 {
			g.webhooks.again = append(g.webhooks.again, body)
		}
	}
	return bodies
}

// RemainingNotices returns the others and repeats some.
func (g *Graph) RemainingNotices() [][]byte {
	g.late.Wait()
	g.mutex.Lock()
	defer g.mutex.Unlock()
	return notices(append(g.webhooks.waiting, g.webhooks.lostEvents...), g.Random("the last"))
}

func notices(events []event, chance *rand.Rand) [][]byte {
	chance.Shuffle(len(events), func(i, j int) { events[i], events[j] = events[j], events[i] })
	var bodies [][]byte
	for len(events) > 0 {
		batch := events[:min(1+chance.IntN(mostInNotice), len(events))]
		events = events[len(batch):]
		bodies = append(bodies, notice(batch))
	}
	return bodies
}

func notice(events []event) []byte {
	changes := make([]any, len(events))
	for i, e := range events {
		changes[i] = map[string]any{"field": e.field, "value": map[string]any{
			"messaging_product": "whatsapp",
			"metadata":          map[string]string{"display_phone_number": "34600111222", "phone_number_id": "106540352242922"},
			e.list:              []any{e.says},
		}}
	}
	body, err := json.Marshal(map[string]any{
		"object": "whatsapp_business_account", "entry": []any{map[string]any{"id": "102290129340398", "changes": changes}},
	})
	if err != nil {
		panic(err)
	}
	return body
}
