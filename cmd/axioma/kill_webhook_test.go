package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"axioma/internal/store/storetest"
)

const (
	optingOut  = 120
	tellers    = 8
	heardUntil = 30
	appSecret  = "secreto"
)

type provider struct {
	t              *testing.T
	mutex          sync.Mutex
	ackedCustomers map[int]bool
}

func TestWebhook_Kill9_LosesNoOptOutAndAnswersOnce(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	createBusiness(t, database, optingOut)
	p := &provider{t: t, ackedCustomers: map[int]bool{}}
	for range kills {
		server := start(t, database, "--whatsapp-app-secret", appSecret)
		p.tell(server.url, heardUntil, server.kill)
		// Otherwise the lease of a notice would last two minutes.
		database.Corrupt(t, "UPDATE notices SET next_try_at = 0 WHERE done_at IS NULL")
	}
	last := start(t, database, "--whatsapp-app-secret", appSecret)
	p.tell(last.url, 0, func() {})
	countUnprocessed := func() string { return database.Rows(t, "SELECT count(*) FROM notices WHERE done_at IS NULL")[0] }
	for deadline := time.Now().Add(patience); countUnprocessed() != "0" && time.Now().Before(deadline); {
		time.Sleep(20 * time.Millisecond)
	}
	last.kill()
	replies := database.Rows(t, "SELECT count(*), count(DISTINCT phone) FROM messages WHERE kind = 'REPLY'")[0]
	withdrawals := database.Rows(t, "SELECT count(*), count(DISTINCT customer_id) FROM consents WHERE form = 'WHATSAPP_REPLY'")[0]
	if want := fmt.Sprintf("%d %d", optingOut, optingOut); replies != want {
		t.Errorf("answers and phones are %s, want %s", replies, want)
	}
	if want := fmt.Sprintf("%d %d", 4*optingOut, optingOut); withdrawals != want {
		t.Errorf("withdrawn consents and customers are %s, want %s", withdrawals, want)
	}
}

func (p *provider) tell(url string, after int, enough func()) {
	var group sync.WaitGroup
	deliveries := make(chan bool, optingOut)
	for teller := range tellers {
		group.Go(func() {
			for i := teller; i < optingOut; i += tellers {
				if p.isAcked(i) {
					continue
				}
				if !p.notify(url, i) {
					return
				}
				deliveries <- true
			}
		})
	}
	for range after {
		select {
		case <-deliveries:
		case <-time.After(patience):
			p.t.Fatal("the server acknowledged no notice in time")
		}
	}
	enough()
	group.Wait()
}

func (p *provider) isAcked(customer int) bool {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.ackedCustomers[customer]
}

func (p *provider) notify(url string, customer int) bool {
	body := fmt.Sprintf(`{"entry":[{"changes":[{"field":"messages","value":{"messages":[
		{"from":"346%08d","id":"wamid.%d","timestamp":"%d","type":"text","text":{"body":"BAJA"}}]}}]}]}`, customer, customer, time.Now().Unix())
	request, err := http.NewRequest(http.MethodPost, url+"/api/wa/webhook", strings.NewReader(body))
	if err != nil {
		p.t.Error(err)
		return false
	}
	mac := hmac.New(sha256.New, []byte(appSecret))
	mac.Write([]byte(body))
	request.Header.Set("X-Hub-Signature-256", "sha256="+hex.EncodeToString(mac.Sum(nil)))
	status, response, err := do(request)
	if err != nil {
		return false
	}
	if status != http.StatusOK {
		p.t.Errorf("a notice returns %d %s", status, response)
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.ackedCustomers[customer] = true
	return true
}
