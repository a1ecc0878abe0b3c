package main

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"
)

const (
	appSecret          = "bench"
	webhookConnections = 64
	statusesPerNotice  = 10
	processTimeout     = 2 * time.Minute
	lastNoticeNumber   = 1_000_000_000
)

// benchWebhook sends ten delivery states per notice, and an opt-out in every tenth, while others are processed. Each
// state is dated earlier than the stored one, so that it is written.
func benchWebhook(ctx context.Context, s *stage) (rows []row, err error) {
	operator, err := s.signIn(operatorEmail)
	if err != nil {
		return nil, err
	}
	q, err := openQueueStage(s, "aviso")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, q.conn.Close()) }()
	messages, err := q.sendMessages(ctx)
	if err != nil {
		return nil, err
	}
	if err := q.sendFast(demoBusiness); err != nil {
		return nil, err
	}
	post := newRequest("POST", s.server.address, "")
	work := s.load(func(buffer []byte, n int) ([]byte, bool) {
		text := ""
		if n%10 == 0 {
			text = "BAJA"
		}
		return notice(post, buffer, messages, n, n%s.options.customers, text), true
	})
	work.connections, work.duration = webhookConnections, work.duration/2
	result, err := work.runChecked(ctx)
	if err != nil {
		return nil, err
	}
	delay, err := s.waitUntilProcessed(ctx, notice(post, nil, messages, lastNoticeNumber, s.options.customers-1, "STOP"), operator)
	if err != nil {
		return nil, err
	}
	if err := q.untilSent(ctx); err != nil { // drain opt-out confirmations for the next benchmark
		return nil, err
	}
	return []row{
		below("webhook, p50", toMilliseconds(result.latencies.percentile(50)), 250, " ms"),
		information("  p99", milliseconds(result, 99)),
		information("  notices of 10 states", number(result.perSecond())+"/s"),
		information("  the last one processed after", number(delay.Seconds())+" s"),
	}, nil
}

func (q *queueStage) sendMessages(ctx context.Context) (ids []string, err error) {
	if _, err := q.registrations(ctx, true); err != nil {
		return nil, err
	}
	if err := q.untilSent(ctx); err != nil {
		return nil, err
	}
	if ids, err = q.sentIDs("QR"); err == nil && len(ids) < statusesPerNotice {
		err = errTooShort
	}
	return ids, err
}

func notice(post request, buffer []byte, messages []string, n, customer int, text string) []byte {
	var body strings.Builder
	body.WriteString(`{"object":"whatsapp_business_account","entry":[{"id":"1","changes":[{"field":"messages","value":{"statuses":[`)
	for i := range statusesPerNotice {
		if i > 0 {
			body.WriteByte(',')
		}
		message := messages[(n*statusesPerNotice+i)%len(messages)]
		fmt.Fprintf(&body, `{"id":"wamid.%s","status":"delivered","timestamp":"%d","recipient_id":"34600000000","biz_opaque_callback_data":"%s"}`,
			message, 1790000000-n, message)
	}
	body.WriteByte(']')
	if text != "" {
		fmt.Fprintf(&body, `,"messages":[{"from":"346%08d","id":"wamid.in.%d","timestamp":"%d","type":"text","text":{"body":%q}}]`,
			customer, n, time.Now().Unix(), text)
	}
	body.WriteString(`}}]}]}`)
	mac := hmac.New(sha256.New, []byte(appSecret))
	mac.Write([]byte(body.String()))
	post.headers += "X-Hub-Signature-256: sha256=" + hex.EncodeToString(mac.Sum(nil)) + "\r\n"
	return post.write(buffer, "/api/wa/webhook", "", "", "", body.String())
}

func (s *stage) waitUntilProcessed(ctx context.Context, notice []byte, operator string) (time.Duration, error) {
	begin := time.Now()
	c, err := dial(s.server.address, begin.Add(processTimeout+time.Minute))
	if err != nil {
		return 0, err
	}
	defer c.Close()
	last := s.options.customers - 1
	if status, response, err := c.do(notice); err != nil || status != 200 {
		return 0, fmt.Errorf("send the last notice: status %d, %w: %s", status, err, response)
	}
	get := newRequest("GET", s.server.address, operator)
	path := fmt.Sprintf("/api/cp/wa/messages?q=346%08d", last)
	for time.Since(begin) < processTimeout && ctx.Err() == nil {
		status, response, err := c.do(get.write(nil, path, "", "", "", ""))
		if err != nil || status != 200 {
			return 0, fmt.Errorf("look for the answer: status %d, %w: %s", status, err, response)
		}
		if bytes.Contains(response, []byte(`"REPLY"`)) {
			return time.Since(begin), nil
		}
		time.Sleep(20 * time.Millisecond)
	}
	return 0, fmt.Errorf("the notices were not processed after %s", processTimeout)
}
