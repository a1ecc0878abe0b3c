package webui

import (
	"errors"
	"sync"
)

// begunAtOnce is how many pages are drawn or wait for it at a time. More would take a
// second, for which whoever has sent a form would stand behind them; as it is built, the
// next page is there at once.
const begunAtOnce = 32

var errManyBegun = errors.New("many other pages are being drawn")

// beginnings are the pages that somebody draws: many stand before the same door, and one
// of them has it drawn for all.
type beginnings struct {
	mu   sync.Mutex
	ends map[string]chan struct{} // of each page: closed when nobody draws it any more
}

// begin has the caller draw a page, who ends it; or says when somebody else has ended it.
func (b *beginnings) begin(page string) (other <-chan struct{}, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if end, begun := b.ends[page]; begun {
		return end, nil
	}
	if len(b.ends) == begunAtOnce {
		return nil, errManyBegun
	}
	b.ends[page] = make(chan struct{})
	return nil, nil
}

func (b *beginnings) end(page string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	close(b.ends[page])
	delete(b.ends, page)
}
