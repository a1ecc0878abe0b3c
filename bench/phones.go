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

type phone struct {
	serial, token string
	mutex         sync.Mutex // one request at a time
	updateTag     string
	visits        string // on its pass, such as 3/10
	pushes        int
}

// phoneSet has a phone with a pass per customer, fetched after a push.
type phoneSet struct {
	address   string
	passType  string
	pushQueue chan int // notified phones

	mutex  sync.Mutex // guards pushes and visits
	phones []phone
}

const maxPushes = 1_000_000

func newPhoneSet(address string, count int) *phoneSet {
	return &phoneSet{address: address, passType: wallettest.PassType, pushQueue: make(chan int, maxPushes), phones: make([]phone, count)}
}

func pushToken(n int) string { return fmt.Sprintf("%064x", n) }

func (t *phoneSet) handlePush(pushToken string) {
	if n, err := strconv.ParseInt(pushToken, 16, 64); err == nil {
		t.pushQueue <- int(n)
	}
}

func (t *phoneSet) add(ctx context.Context, s *stage) error {
	get := newRequest("GET", t.address, "")
	got := load{
		address: t.address, connections: phoneConnections,
		write: func(buffer []byte, n int) ([]byte, bool) {
			return t.requestFor(n, func() []byte {
				return get.write(buffer, "/api/public/customers/", s.customers[n], "/pass.pkpass", "", "")
			})
		},
		read: func(n int, body []byte) error {
			pass, err := wallettest.Read(body)
			phone := &t.phones[n]
			phone.serial, phone.token, phone.visits = pass.SerialNumber, pass.AuthenticationToken, pass.Visits()
			return err
		},
	}
	registrations := load{
		address: t.address, connections: phoneConnections,
		write: func(buffer []byte, n int) ([]byte, bool) {
			return t.requestFor(n, func() []byte {
				post := t.authorizedRequest("POST", n)
				return post.write(buffer, t.registrationPath(n), "/", t.phones[n].serial, "", `{"pushToken":"`+pushToken(n)+`"}`)
			})
		},
	}
	for _, work := range []load{got, registrations} {
		if _, err := work.run(ctx); err != nil {
			return fmt.Errorf("install passes on phones: %w", err)
		}
	}
	return nil
}

func (t *phoneSet) requestFor(n int, request func() []byte) ([]byte, bool) {
	if n >= len(t.phones) {
		return nil, false
	}
	return request(), true
}

func (t *phoneSet) registrationPath(n int) string {
	return fmt.Sprintf("/api/wallet/v1/devices/telephone%d/registrations/%s", n, t.passType)
}

func (t *phoneSet) authorizedRequest(method string, n int) request {
	r := newRequest(method, t.address, "")
	r.headers += "Authorization: ApplePass " + t.phones[n].token + "\r\n"
	return r
}

func (t *phoneSet) startFetching(ctx context.Context, atOnce int) (end func() error) {
	ctx, stop := context.WithCancel(ctx)
	faults := make([]error, atOnce)
	var group sync.WaitGroup
	for i := range atOnce {
		group.Go(func() { faults[i] = t.fetchLoop(ctx) })
	}
	return func() error {
		stop()
		group.Wait()
		return errors.Join(faults...)
	}
}

func (t *phoneSet) fetchLoop(ctx context.Context) error {
	c, err := dial(t.address, time.Now().Add(2*passUpdateTimeout))
	if err != nil {
		return err
	}
	defer c.Close()
	var patient pairTimes
	for {
		select {
		case <-ctx.Done():
			return nil
		case n := <-t.pushQueue:
			ask := func(request []byte) ([]byte, error) { return patient.untilServed(c, request) }
			if err := t.fetchPass(ask, n); err != nil {
				return fmt.Errorf("ask for a pass: %w", err)
			}
		}
	}
}

func (t *phoneSet) fetchPass(ask func(request []byte) ([]byte, error), n int) error {
	phone := &t.phones[n]
	phone.mutex.Lock()
	defer phone.mutex.Unlock()
	get := newRequest("GET", t.address, "")
	response, err := ask(get.write(nil, t.registrationPath(n), "?passesUpdatedSince=", phone.updateTag, "", ""))
	if err != nil || len(response) == 0 {
		t.recordPush(phone, phone.visits)
		return err
	}
	var changes struct{ LastUpdated string }
	if err := json.Unmarshal(response, &changes); err != nil {
		return fmt.Errorf("read what has changed: %w", err)
	}
	response, err = ask(t.authorizedRequest("GET", n).write(nil, "/api/wallet/v1/passes/", t.passType, "/"+phone.serial, "", ""))
	if err != nil {
		return err
	}
	pass, err := wallettest.Read(response)
	if err != nil {
		return err
	}
	phone.updateTag = changes.LastUpdated
	t.recordPush(phone, pass.Visits())
	return nil
}

func (t *phoneSet) recordPush(phone *phone, visits string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	phone.pushes++
	phone.visits = visits
}

func (t *phoneSet) findWrong(want func(n int) string) []string {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	var mismatches []string
	for n := range t.phones {
		if visits := t.phones[n].visits; visits != want(n) {
			mismatches = append(mismatches, fmt.Sprintf("phone %d says %s, not %s", n, visits, want(n)))
		}
	}
	return mismatches
}

func (t *phoneSet) countOutdated(end string) int {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	count := 0
	for n := range t.phones {
		if !strings.HasSuffix(t.phones[n].visits, end) {
			count++
		}
	}
	return count
}

func (t *phoneSet) totalPushes() int {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	total := 0
	for n := range t.phones {
		total += t.phones[n].pushes
	}
	return total
}
