package main

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"
)

const (
	// appSecret signs what the provider of WhatsApp tells the servers that are measured.
	appSecret = "bench"
	// providers is how many connections the provider tells on at once, and statuses how much each notice says.
	providers = 64
	statuses  = 10
	// heardLimit is how long it may take until everything that was told has been dealt with.
	heardLimit = 2 * time.Minute
)

// benchWebhook tells the webhook on many connections how far messages have come, ten in each notice, with a customer's
// opt-out in every tenth; what they say is dealt with at the same time.
func benchWebhook(ctx context.Context, s *stage) ([]row, error) {
	operator, err := s.signIn(operatorEmail)
	if err != nil {
		return nil, err
	}
	post := newRequest("POST", s.server.address, "")
	work := s.load(func(buffer []byte, n int) ([]byte, bool) {
		text := ""
		if n%10 == 0 {
			text = "BAJA"
		}
		return notice(post, buffer, fmt.Sprintf("bench.%d", n), n%s.options.customers, text), true
	})
	work.connections, work.duration = providers, work.duration/2
	result, err := work.measured(ctx)
	if err != nil {
		return nil, err
	}
	heard, err := s.untilHeard(ctx, post, operator)
	if err != nil {
		return nil, err
	}
	return []row{
		below("webhook, p50", inMilliseconds(result.latencies.percentile(50)), 250, " ms"),
		information("  p99", milliseconds(result, 99)),
		information("  notices of 10 states", number(result.perSecond())+"/s"),
		information("  the last one dealt with after", number(heard.Seconds())+" s"),
	}, nil
}

// notice appends a signed notice: states of messages and, when there is a text, what the n-th customer wrote.
func notice(post request, buffer []byte, id string, n int, text string) []byte {
	var body strings.Builder
	body.WriteString(`{"object":"whatsapp_business_account","entry":[{"id":"1","changes":[{"field":"messages","value":{"statuses":[`)
	for i := range statuses {
		if i > 0 {
			body.WriteByte(',')
		}
		fmt.Fprintf(&body, `{"id":"wamid.%s.%d","status":"delivered","timestamp":"1790000000","recipient_id":"34600000000",`+
			`"biz_opaque_callback_data":"%s.%d"}`, id, i, id, i)
	}
	body.WriteByte(']')
	if text != "" {
		fmt.Fprintf(&body, `,"messages":[{"from":"346%08d","id":"wamid.in.%s","timestamp":"%d","type":"text","text":{"body":%q}}]`,
			n, id, time.Now().Unix(), text)
	}
	body.WriteString(`}}]}]}`)
	mac := hmac.New(sha256.New, []byte(appSecret))
	mac.Write([]byte(body.String()))
	post.headers += "X-Hub-Signature-256: sha256=" + hex.EncodeToString(mac.Sum(nil)) + "\r\n"
	return post.write(buffer, "/api/wa/webhook", "", "", "", body.String())
}

// untilHeard has one customer opt out after everything else that was told, and returns how long it takes until she is
// answered.
func (s *stage) untilHeard(ctx context.Context, post request, operator string) (time.Duration, error) {
	begin := time.Now()
	c, err := dial(s.server.address, begin.Add(heardLimit+time.Minute))
	if err != nil {
		return 0, err
	}
	defer c.Close()
	last := s.options.customers - 1
	if status, answer, err := c.do(notice(post, nil, "last", last, "STOP")); err != nil || status != 200 {
		return 0, fmt.Errorf("tell the last notice: status %d, %w: %s", status, err, answer)
	}
	look := newRequest("GET", s.server.address, operator)
	path := fmt.Sprintf("/api/cp/wa/messages?q=346%08d", last)
	for time.Since(begin) < heardLimit && ctx.Err() == nil {
		status, answer, err := c.do(look.write(nil, path, "", "", "", ""))
		if err != nil || status != 200 {
			return 0, fmt.Errorf("look for the answer: status %d, %w: %s", status, err, answer)
		}
		if bytes.Contains(answer, []byte(`"REPLY"`)) {
			return time.Since(begin), nil
		}
		time.Sleep(20 * time.Millisecond)
	}
	return 0, fmt.Errorf("what was told has not been dealt with after %s", heardLimit)
}
