package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"time"
)

const (
	// Several, so that no sender's rate limit is the bottleneck.
	queueBusinesses = 6
	highestLimits   = `{"whatsApp":{"ratePerMinute":4800,"dailyCap":1000000,"monthlyCap":1000000}}`
	singleMessages  = 40
	sendTimeout     = 10 * time.Minute
)

type queueStage struct {
	*stage
	conn      *conn
	get, post request
	patch     request
	shops     []string
	phones    int
}

// benchQueue measures queueing at registration, a single message's delay, and throughput. Messages go to the log.
func benchQueue(ctx context.Context, s *stage) (rows []row, err error) {
	q, err := openQueueStage(s, "cola")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, q.conn.Close()) }()
	single, err := q.measureDelay()
	if err != nil {
		return nil, err
	}
	withoutMessage, err := q.registrations(ctx, false)
	if err != nil {
		return nil, err
	}
	begin := time.Now()
	withMessage, err := q.registrations(ctx, true)
	if err != nil {
		return nil, err
	}
	if err := q.untilSent(ctx); err != nil {
		return nil, err
	}
	sendRate := float64(withMessage.requests) / time.Since(begin).Seconds()
	return []row{
		below("delay of a message, p95", toMilliseconds(single.percentile(95)), 100, " ms"),
		information("registrations", number(withoutMessage.perSecond())+"/s"),
		information("  with a message each", number(withMessage.perSecond())+"/s"),
		information("  p95 without and with", milliseconds(withoutMessage, 95)+", "+milliseconds(withMessage, 95)),
		information("  messages sent meanwhile and after", number(sendRate)+"/s"),
	}, nil
}

func openQueueStage(s *stage, name string) (*queueStage, error) {
	operator, err := s.signIn(operatorEmail)
	if err != nil {
		return nil, err
	}
	address := s.server.address
	q := &queueStage{
		stage: s, get: newRequest("GET", address, operator), post: newRequest("POST", address, operator), patch: newRequest("PATCH", address, operator),
	}
	if q.conn, err = dial(address, time.Now().Add(2*sendTimeout)); err != nil {
		return nil, err
	}
	for n := range queueBusinesses {
		if err := q.openShop(name, n); err != nil {
			return nil, errors.Join(err, q.conn.Close())
		}
	}
	return q, nil
}

func (q *queueStage) openShop(name string, n int) error {
	body := fmt.Sprintf(`{"name":"%s %d","ownerEmail":"%s%d@demo.test"}`, name, n, name, n)
	var response struct{ Business struct{ ID string } }
	if err := q.ask(q.post.write(nil, "/api/cp/businesses", "", "", "", body), &response); err != nil {
		return fmt.Errorf("open a business: %w", err)
	}
	q.shops = append(q.shops, response.Business.ID)
	return q.sendFast(response.Business.ID)
}

func (q *queueStage) sendFast(businessID string) error {
	var response struct{}
	if err := q.ask(q.patch.write(nil, "/api/cp/businesses/", businessID, "", "", highestLimits), &response); err != nil {
		return fmt.Errorf("let a business send fast: %w", err)
	}
	return nil
}

func (q *queueStage) ask(request []byte, into any) error {
	status, response, err := q.conn.do(request)
	if err != nil || status >= 300 {
		return fmt.Errorf("status %d, %w: %s", status, err, response)
	}
	return json.Unmarshal(response, into)
}

func (q *queueStage) registration(buffer []byte, n int, withMessage bool) []byte {
	body := fmt.Sprintf(`{"businessId":%q,"name":"Cliente %d","phone":"+34 6%08d","email":null,"birthday":null,"whatsappOptIn":%t,`+
		`"emailOptIn":false,"smsOptIn":false,"acceptedPrivacy":true,"acceptedPromotions":false}`,
		q.shops[n%len(q.shops)], n, n, withMessage)
	return q.post.write(buffer, "/api/public/customers/register", "", "", "", body)
}

func (q *queueStage) measureDelay() (latencies, error) {
	var response struct{}
	for range singleMessages {
		if err := q.ask(q.registration(nil, q.phones, true), &response); err != nil {
			return nil, fmt.Errorf("register a customer: %w", err)
		}
		q.phones++
		time.Sleep(30 * time.Millisecond)
	}
	var messages struct {
		Items []struct{ CreatedAt, SentAt time.Time }
	}
	if err := q.ask(q.get.write(nil, fmt.Sprintf("/api/cp/wa/messages?limit=%d", singleMessages), "", "", "", ""), &messages); err != nil {
		return nil, fmt.Errorf("look for messages: %w", err)
	}
	var times latencies
	for _, message := range messages.Items {
		if message.SentAt.IsZero() {
			return nil, errors.New("a message is not sent, although no limit holds it")
		}
		times.add(message.SentAt.Sub(message.CreatedAt))
	}
	times.sort()
	return times, nil
}

func (q *queueStage) registrations(ctx context.Context, withMessages bool) (outcome, error) {
	first := q.phones
	work := q.load(func(buffer []byte, n int) ([]byte, bool) { return q.registration(buffer, first+n, withMessages), true })
	work.warmUp, work.duration = 0, work.duration/2
	result, err := work.runChecked(ctx)
	q.phones += result.requests + q.options.connections
	return result, err
}

func (q *queueStage) untilSent(ctx context.Context) error {
	for begin := time.Now(); time.Since(begin) < sendTimeout && ctx.Err() == nil; time.Sleep(20 * time.Millisecond) {
		var waiting struct{ Total int64 }
		if err := q.ask(q.get.write(nil, "/api/cp/wa/messages?limit=1&status=QUEUED", "", "", "", ""), &waiting); err != nil {
			return fmt.Errorf("look for messages that wait: %w", err)
		}
		if waiting.Total == 0 {
			return nil
		}
	}
	return fmt.Errorf("messages still wait after %s", sendTimeout)
}

func (q *queueStage) sentIDs(kind string) ([]string, error) {
	var ids []string
	for cursor := ""; ; {
		var page struct {
			Items      []struct{ ID, Kind string }
			NextCursor string
		}
		if err := q.ask(q.get.write(nil, "/api/cp/wa/messages?limit=1000&status=SENT&cursor="+url.QueryEscape(cursor), "", "", "", ""), &page); err != nil {
			return nil, fmt.Errorf("look for messages that were sent: %w", err)
		}
		for _, message := range page.Items {
			if message.Kind == kind {
				ids = append(ids, message.ID)
			}
		}
		if cursor = page.NextCursor; cursor == "" {
			return ids, nil
		}
	}
}
