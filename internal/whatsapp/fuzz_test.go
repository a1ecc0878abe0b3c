package whatsapp

import (
	"strings"
	"testing"
	"time"
)

func FuzzParseNotice(f *testing.F) {
	at := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	for _, seed := range []string{
		noticeOf("statuses", statusOf("wamid.1", "delivered", at, "")), noticeOf("messages", textOf("wamid.2", "34612345678", "BAJA", at)),
		`{}`, `null`, `{"entry":null}`, `{"entry":[{"changes":[{"value":{"messages":[{"timestamp":"x","text":{"body":"a\u0000b"}}]}}]}]}`,
		`{"entry":[{"changes":[{"value":{"statuses":[{"timestamp":99999999999999999999,"errors":[{"code":1e99}]}]}}]}]}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		notice, err := parseNotice(body, at, nil)
		if err != nil {
			return
		}
		for _, message := range notice.messages {
			if strings.Contains(message.Text+message.Payload+message.QuotedID+message.ID, "\x00") {
				t.Errorf("%q was read as %+v, which has a NUL", body, message)
			}
		}
	})
}
