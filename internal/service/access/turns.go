package access

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
)

// How many may wait for a turn: in all, of one network and for one account. What
// waits longest has then waited some seconds.
const (
	waitingInAll     = 128
	waitingOfNetwork = 16
	waitingOfAccount = 8
	busyFor          = 2 * time.Second
)

// turns hand out the right to do dear work, to a few at a time. Networks take
// turns, whatever each asks for: who signs in at a shop waits for one of a
// stranger's hundred, not for all.
type turns struct {
	mu        sync.Mutex
	free      int
	waiting   int
	lines     []*line // of the networks that wait; the first is served next
	ofAccount map[string]int
}

// line is one network's, oldest first.
type line struct {
	network string
	tickets []*ticket
}

// ticket is one that waits, or has its turn once the channel is closed.
type ticket struct {
	usecase.Requester
	turn    chan struct{}
	dropped chan struct{} // closed when it gives way to a network that has fewer waiting
}

func newTurns(atOnce int) *turns { return &turns{free: atOnce, ofAccount: map[string]int{}} }

// take waits for a turn and returns what ends it. It refuses with loyalty.ErrBusy
// at once where too many wait.
func (t *turns) take(ctx context.Context, who usecase.Requester) (func(), error) {
	mine, err := t.join(who)
	if err != nil {
		return nil, err
	}
	select {
	case <-mine.turn:
		return t.next, nil
	case <-mine.dropped:
		return nil, loyalty.BusyFor(busyFor)
	case <-ctx.Done():
		t.giveUp(mine)
		return nil, fmt.Errorf("waiting for a turn: %w", ctx.Err())
	}
}

func (t *turns) join(who usecase.Requester) (*ticket, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	mine := &ticket{Requester: who, turn: make(chan struct{}), dropped: make(chan struct{})}
	if t.free > 0 {
		t.free--
		close(mine.turn)
		return mine, nil
	}
	at := t.lineOf(who.Network)
	full := who.Account != "" && t.ofAccount[who.Account] >= waitingOfAccount
	full = full || who.Network != "" && at >= 0 && len(t.lines[at].tickets) >= waitingOfNetwork
	full = full || t.waiting >= waitingInAll && !t.makeRoom(at)
	if full {
		return nil, loyalty.BusyFor(busyFor)
	}
	if at < 0 {
		at = len(t.lines)
		t.lines = append(t.lines, &line{network: who.Network})
	}
	t.lines[at].tickets = append(t.lines[at].tickets, mine)
	t.count(mine, 1)
	return mine, nil
}

// makeRoom drops the newest ticket of the longest line, where that is longer by more than
// one than the line at an index (-1: none). So a few networks do not fill the queue.
func (t *turns) makeRoom(at int) bool {
	longest := slices.MaxFunc(t.lines, func(a, b *line) int { return len(a.tickets) - len(b.tickets) })
	mine := 0
	if at >= 0 {
		mine = len(t.lines[at].tickets)
	}
	last := len(longest.tickets) - 1
	if last <= mine || longest.network == "" {
		return false
	}
	given := longest.tickets[last]
	longest.tickets = longest.tickets[:last]
	t.count(given, -1)
	close(given.dropped)
	return true
}

// next ends a turn: it goes to the network that has waited longest, which then
// goes behind the others.
func (t *turns) next() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.lines) == 0 {
		t.free++
		return
	}
	first := t.lines[0]
	t.lines = t.lines[1:]
	mine := first.tickets[0]
	first.tickets = first.tickets[1:]
	if len(first.tickets) > 0 {
		t.lines = append(t.lines, first)
	}
	t.count(mine, -1)
	close(mine.turn)
}

// giveUp takes a ticket out of its line, or ends its turn when it has just come.
func (t *turns) giveUp(mine *ticket) {
	if t.remove(mine) {
		return
	}
	select {
	case <-mine.turn:
		t.next()
	case <-mine.dropped:
	}
}

func (t *turns) remove(mine *ticket) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	at := t.lineOf(mine.Network)
	if at < 0 {
		return false
	}
	here := t.lines[at]
	place := slices.Index(here.tickets, mine)
	if place < 0 {
		return false
	}
	here.tickets = slices.Delete(here.tickets, place, place+1)
	if len(here.tickets) == 0 {
		t.lines = slices.Delete(t.lines, at, at+1)
	}
	t.count(mine, -1)
	return true
}

func (t *turns) lineOf(network string) int {
	return slices.IndexFunc(t.lines, func(l *line) bool { return l.network == network })
}

func (t *turns) count(of *ticket, by int) {
	t.waiting += by
	if t.ofAccount[of.Account] += by; t.ofAccount[of.Account] == 0 {
		delete(t.ofAccount, of.Account)
	}
}
