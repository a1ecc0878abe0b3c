package whatsapp

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"axioma/internal/loyalty"
	"axioma/internal/service/messaging"
)

type notice struct {
	Entry []struct {
		Changes []struct {
			Value value `json:"value"`
		} `json:"changes"`
	} `json:"entry"`
}

type value struct {
	Metadata struct {
		PhoneNumberID string `json:"phone_number_id"`
	} `json:"metadata"`
	Messages    []inboundMessage `json:"messages"`
	Statuses    []status         `json:"statuses"`
	Preferences []preference     `json:"user_preferences"`
}

type inboundMessage struct {
	ID        string  `json:"id"`
	From      string  `json:"from"` // empty: hidden
	UserID    string  `json:"from_user_id"`
	Timestamp seconds `json:"timestamp"`
	Type      string  `json:"type"`
	Text      struct {
		Body string `json:"body"`
	} `json:"text"`
	Button struct {
		Text    string `json:"text"`
		Payload string `json:"payload"`
	} `json:"button"`
	Interactive struct {
		ButtonReply choice `json:"button_reply"`
		ListReply   choice `json:"list_reply"`
	} `json:"interactive"`
	Image    captionedMedia `json:"image"`
	Video    captionedMedia `json:"video"`
	Document captionedMedia `json:"document"`
	Context  struct {
		ID string `json:"id"`
	} `json:"context"`
}

type choice struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

type captionedMedia struct {
	Caption string `json:"caption"`
}

// isWritten reports whether a customer wrote the message. Reactions and system messages do not count.
func (m inboundMessage) isWritten() bool {
	return m.ID != "" && !slices.Contains([]string{"reaction", "system", "unsupported", "unknown", "request_welcome"}, m.Type)
}

type status struct {
	ID        string  `json:"id"`
	Status    string  `json:"status"`
	Timestamp seconds `json:"timestamp"`
	Ours      string  `json:"biz_opaque_callback_data"`
	Errors    []struct {
		Code json.Number `json:"code"`
	} `json:"errors"`
}

type preference struct {
	Phone     string  `json:"wa_id"`
	Category  string  `json:"category"`
	Value     string  `json:"value"`
	Timestamp seconds `json:"timestamp"`
}

// seconds is an instant as number or string.
type seconds struct{ time.Time }

// UnmarshalJSON reads an instant. An invalid one becomes zero, so that the rest of the notice counts.
func (s *seconds) UnmarshalJSON(data []byte) error {
	since, err := strconv.ParseInt(strings.Trim(string(data), `"`), 10, 64)
	if err == nil && since > 0 {
		s.Time = time.Unix(since, 0).UTC()
	}
	return nil
}

func (s seconds) orElse(other time.Time) time.Time {
	if s.IsZero() {
		return other
	}
	return s.Time
}

type parsedNotice struct {
	refusals   refusalTable
	deliveries []loyalty.Delivery
	messages   []messaging.InboundMessage
	stops      []messaging.Inbound
}

func parseNotice(body string, cameAt time.Time, refusals refusalTable) (parsedNotice, error) {
	var n notice
	if err := json.Unmarshal([]byte(body), &n); err != nil {
		return parsedNotice{}, fmt.Errorf("reading a notice: %w", err)
	}
	t := parsedNotice{refusals: refusals}
	for _, entry := range n.Entry {
		for _, change := range entry.Changes {
			t.add(change.Value, cameAt)
		}
	}
	return t, nil
}

func (t *parsedNotice) add(v value, cameAt time.Time) {
	number := clean(v.Metadata.PhoneNumberID)
	for _, s := range v.Statuses {
		if delivery, ok := s.delivery(cameAt, t.refusals); ok {
			t.deliveries = append(t.deliveries, delivery)
		}
	}
	for _, m := range v.Messages {
		if m.isWritten() {
			t.messages = append(t.messages, m.inbound(number, cameAt))
		}
	}
	for _, p := range v.Preferences {
		if p.Category == "marketing_messages" && p.Value == "stop" {
			t.stops = append(t.stops, messaging.Inbound{Phone: phone(p.Phone), WhatsAppID: whatsAppID(p.Phone), Number: number, At: p.Timestamp.orElse(cameAt)})
		}
	}
}

// delivery returns false for an unknown status.
func (s status) delivery(cameAt time.Time, refusals refusalTable) (loyalty.Delivery, bool) {
	states := map[string]loyalty.MessageStatus{
		"sent": loyalty.MessageSent, "delivered": loyalty.MessageDelivered, "read": loyalty.MessageRead, "failed": loyalty.MessageFailed,
	}
	state, known := states[s.Status]
	delivery := loyalty.Delivery{
		ProviderID: clean(s.ID), MessageID: clean(s.Ours), Status: state, At: s.Timestamp.orElse(cameAt),
	}
	if state == loyalty.MessageFailed && len(s.Errors) > 0 {
		try := refusals.failure(s.Errors[0].Code)
		delivery.Error, delivery.OptedOut, delivery.Setup = try.Error, try.OptedOut, try.Hold == loyalty.HeldBySetup
	}
	return delivery, known
}

func (m inboundMessage) inbound(number string, cameAt time.Time) messaging.InboundMessage {
	// A message has one of these.
	text := m.Text.Body + m.Button.Text + m.Interactive.ButtonReply.Title + m.Interactive.ListReply.Title + m.Image.Caption + m.Video.Caption + m.Document.Caption
	payload := m.Button.Payload + m.Interactive.ButtonReply.ID + m.Interactive.ListReply.ID
	return messaging.InboundMessage{
		Inbound: messaging.Inbound{Phone: phone(m.From), WhatsAppID: whatsAppID(m.From), HiddenID: userID(m.UserID), Number: number, At: m.Timestamp.orElse(cameAt)},
		ID:      clean(m.ID), Text: clean(text), Payload: clean(payload), QuotedID: clean(m.Context.ID),
	}
}

// phone returns the sender's phone in E.164, or "" for a hidden phone.
func phone(digits string) string {
	number, _ := loyalty.ParsePhone("+"+strings.TrimPrefix(digits, "+"), "")
	return number
}

// whatsAppID returns the sender's id, or "" unless it has 15 digits at most.
func whatsAppID(name string) string {
	const longest = 15
	digits := strings.TrimPrefix(name, "+")
	if len(digits) > longest || strings.ContainsFunc(digits, func(r rune) bool { return r < '0' || r > '9' }) {
		return ""
	}
	return digits
}

// userID returns the id of a customer with a hidden phone: country, dot, letters and digits.
func userID(id string) string {
	country, rest, found := strings.Cut(id, ".")
	strange := func(r rune) bool {
		return r != '.' && (r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r))
	}
	if !found || len(country) != 2 || rest == "" || len(id) > longestUserID || strings.ContainsFunc(id, strange) {
		return ""
	}
	return id
}

// longestUserID exceeds documented ids.
const longestUserID = 150

// clean removes zero bytes, which PostgreSQL rejects.
func clean(text string) string { return strings.ReplaceAll(text, "\x00", "") }
