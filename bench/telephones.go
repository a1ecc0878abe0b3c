package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"axioma/internal/wallet/wallettest"
)

// telephone stands in for one that keeps a pass.
type telephone struct {
	serial, token string
	asking        sync.Mutex // it asks one thing at a time
	tag           string     // of the changes that it has heard of
	says          string     // its pass, of the visits: 3/10
	told          int        // how often Apple has told it
}

// telephones each keep the pass of one customer, and ask for it when Apple tells them to.
type telephones struct {
	address  string
	passType string
	told     chan int // which of them Apple has told

	mutex  sync.Mutex // of what is told and said
	phones []telephone
}

// mostTold is how often all together may be told before somebody has asked.
const mostTold = 1_000_000

func newTelephones(address string, count int) *telephones {
	return &telephones{address: address, passType: wallettest.PassType, told: make(chan int, mostTold), phones: make([]telephone, count)}
}

// pushToken is by what Apple tells the n-th.
func pushToken(n int) string { return fmt.Sprintf("%064x", n) }

// hear is what Apple calls.
func (t *telephones) hear(pushToken string) {
	if n, err := strconv.ParseInt(pushToken, 16, 64); err == nil {
		t.told <- int(n)
	}
}

// add has each customer's telephone get her pass, and say that it keeps it.
func (t *telephones) add(ctx context.Context, s *stage) error {
	get := newRequest("GET", t.address, "")
	got := load{
		address: t.address, connections: asking,
		write: func(buffer []byte, n int) ([]byte, bool) {
			return t.ofEach(n, func() []byte {
				return get.write(buffer, "/api/public/customers/", s.customers[n], "/pass.pkpass", "", "")
			})
		},
		read: func(n int, body []byte) error {
			pass, err := wallettest.Read(body)
			phone := &t.phones[n]
			phone.serial, phone.token, phone.says = pass.SerialNumber, pass.AuthenticationToken, pass.Visits()
			return err
		},
	}
	registered := load{
		address: t.address, connections: asking,
		write: func(buffer []byte, n int) ([]byte, bool) {
			return t.ofEach(n, func() []byte {
				post := t.signed("POST", n)
				return post.write(buffer, t.registrations(n), "/", t.phones[n].serial, "", `{"pushToken":"`+pushToken(n)+`"}`)
			})
		},
	}
	for _, work := range []load{got, registered} {
		if _, err := work.run(ctx); err != nil {
			return fmt.Errorf("put passes onto telephones: %w", err)
		}
	}
	return nil
}

// ofEach is the request of the n-th, while there is one.
func (t *telephones) ofEach(n int, request func() []byte) ([]byte, bool) {
	if n >= len(t.phones) {
		return nil, false
	}
	return request(), true
}

// registrations is where the n-th says that it keeps a pass, and asks what has changed.
func (t *telephones) registrations(n int) string {
	return fmt.Sprintf("/api/wallet/v1/devices/telephone%d/registrations/%s", n, t.passType)
}

// signed prepares requests of the n-th that show the token of its pass.
func (t *telephones) signed(method string, n int) request {
	r := newRequest(method, t.address, "")
	r.headers += "Authorization: ApplePass " + t.phones[n].token + "\r\n"
	return r
}

// ask has telephones ask for their passes whenever they are told, so many at a time. The function that it returns
// ends that.
func (t *telephones) ask(ctx context.Context, atOnce int) (end func() error) {
	ctx, stop := context.WithCancel(ctx)
	faults := make([]error, atOnce)
	var group sync.WaitGroup
	for i := range atOnce {
		group.Go(func() { faults[i] = t.askInTurn(ctx) })
	}
	return func() error {
		stop()
		group.Wait()
		return errors.Join(faults...)
	}
}

func (t *telephones) askInTurn(ctx context.Context) error {
	c, err := dial(t.address, time.Now().Add(2*stormLimit))
	if err != nil {
		return err
	}
	defer c.Close()
	var patient pairTimes
	for {
		select {
		case <-ctx.Done():
			return nil
		case n := <-t.told:
			ask := func(request []byte) ([]byte, error) { return patient.untilServed(c, request) }
			if err := t.renew(ask, n); err != nil {
				return fmt.Errorf("ask for a pass: %w", err)
			}
		}
	}
}

// renew has the n-th ask what has changed, and for that, as Apple's telephones do.
func (t *telephones) renew(ask func(request []byte) ([]byte, error), n int) error {
	phone := &t.phones[n]
	phone.asking.Lock()
	defer phone.asking.Unlock()
	get := newRequest("GET", t.address, "")
	answer, err := ask(get.write(nil, t.registrations(n), "?passesUpdatedSince=", phone.tag, "", ""))
	if err != nil || len(answer) == 0 {
		t.note(phone, phone.says)
		return err
	}
	var changed struct{ LastUpdated string }
	if err := json.Unmarshal(answer, &changed); err != nil {
		return fmt.Errorf("read what has changed: %w", err)
	}
	answer, err = ask(t.signed("GET", n).write(nil, "/api/wallet/v1/passes/", t.passType, "/"+phone.serial, "", ""))
	if err != nil {
		return err
	}
	pass, err := wallettest.Read(answer)
	if err != nil {
		return err
	}
	phone.tag = changed.LastUpdated
	t.note(phone, pass.Visits())
	return nil
}

// note writes down that one was told, and what its pass says since.
func (t *telephones) note(phone *telephone, says string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	phone.told++
	phone.says = says
}

// wrong names those that do not say what they should, of each of whom want says it.
func (t *telephones) wrong(want func(n int) string) []string {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	var named []string
	for n := range t.phones {
		if says := t.phones[n].says; says != want(n) {
			named = append(named, fmt.Sprintf("telephone %d says %s, not %s", n, says, want(n)))
		}
	}
	return named
}

// behind counts those whose pass does not end with something yet.
func (t *telephones) behind(end string) int {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	count := 0
	for n := range t.phones {
		if !strings.HasSuffix(t.phones[n].says, end) {
			count++
		}
	}
	return count
}

// pushes is how often all of them have been told.
func (t *telephones) pushes() int {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	total := 0
	for n := range t.phones {
		total += t.phones[n].told
	}
	return total
}
