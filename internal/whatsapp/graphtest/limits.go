package graphtest

import (
	"slices"
	"time"
)

type limits struct {
	sentTimes map[string][]time.Time // by number, in the last second
	pairs     map[string]time.Time   // by number and phone: next message
	wrote     map[string][]time.Time // by phone or id
}

func newLimits() limits {
	return limits{sentTimes: map[string][]time.Time{}, pairs: map[string]time.Time{}, wrote: map[string][]time.Time{}}
}

// Limits of a number: https://developers.facebook.com/docs/whatsapp/cloud-api/overview#throughput
const (
	throughput = 80              // messages per second
	pairPace   = 6 * time.Second // between messages to a phone
	pairBurst  = 45              // messages at once
)

func (g *Graph) refuseRate(sender string, body Body) *refusal {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	now := time.Now()
	recent := slices.DeleteFunc(g.limits.sentTimes[sender], func(at time.Time) bool { return now.Sub(at) >= time.Second })
	if len(recent) >= max(throughput, g.Account.Throughput) {
		return newRefusal(130429, "Rate limit hit", "Message failed to send because there were too many messages sent from this phone number in a short period of time")
	}
	pair := sender + " " + body.recipient()
	allowedAt := g.limits.pairs[pair]
	if allowedAt.Before(now) {
		allowedAt = now
	}
	if !g.NoPairLimit && allowedAt.Sub(now) > (pairBurst-1)*pairPace {
		return newRefusal(131056, "(Business Account, Consumer Account) pair rate limit hit", "")
	}
	g.limits.sentTimes[sender], g.limits.pairs[pair] = append(recent, now), allowedAt.Add(pairPace)
	return nil
}

func (b Body) recipient() string {
	if b.ToHidden != "" {
		return b.ToHidden
	}
	return digitsOf(b.To)
}

// window is how long after a customer's message free text is allowed:
// https://developers.facebook.com/docs/whatsapp/cloud-api/guides/send-messages#customer-service-windows
const window = 24 * time.Hour

// OpenWindow records that a customer wrote, without a notice.
func (g *Graph) OpenWindow(phone string, at time.Time) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	g.openWindow(phone, at)
}

func (g *Graph) openWindow(phone string, at time.Time) {
	name := Body{To: phone}.recipient()
	if phoneForm.MatchString(phone) {
		g.limits.wrote[name] = append(g.limits.wrote[name], at)
		return
	}
	g.limits.wrote[phone] = append(g.limits.wrote[phone], at)
}

// failureCode returns the code that the webhook reports: the API accepts free text outside the window and phones
// without WhatsApp.
func (g *Graph) failureCode(a AcceptedMessage) int {
	to := a.Body.recipient()
	switch {
	case slices.Contains(g.Account.WithoutWhatsApp, a.Body.To):
		return 131026
	case a.Body.Type == "text" && !slices.ContainsFunc(g.limits.wrote[to], func(at time.Time) bool { return !at.After(a.At) && a.At.Sub(at) < window }):
		return 131047
	}
	return 0
}
