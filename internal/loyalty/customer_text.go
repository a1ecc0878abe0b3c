package loyalty

import (
	"strings"
	"time"
	"unicode"
)

// CustomerTextRetention is how long the texts are kept that customers write by WhatsApp.
const CustomerTextRetention = 30 * 24 * time.Hour

const (
	// MaxCustomerTexts is how many texts of one customer are kept; the newest count.
	MaxCustomerTexts = 20
	// maxCustomerText is the longest text that is kept, in characters.
	maxCustomerText = 1000
)

// CustomerText is a message that a customer wrote to the business by WhatsApp.
type CustomerText struct {
	ID         string
	CustomerID string
	Text       string
	ReceivedAt time.Time
}

// CleanCustomerText returns a message as it is kept: without control characters, and
// shortened with an ellipsis where it is too long.
func CleanCustomerText(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, ""))
	text = strings.TrimSpace(text)
	if runes := []rune(text); len(runes) > maxCustomerText {
		return string(runes[:maxCustomerText-1]) + "…"
	}
	return text
}

// AutoReplyText is the answer to what a customer writes to a number that nobody reads at once:
// how to stop marketing, and how to reach the business.
func (b Business) AutoReplyText() string {
	reach := "Para hablar con " + b.SenderName() + ", pásate por el mostrador."
	if b.Premises.Phone != "" {
		reach = "Para hablar con " + b.SenderName() + ", llama al " + b.Premises.Phone + "."
	}
	return "Este número envía mensajes automáticos y por aquí no contestamos. " + reach +
		" Si no quieres recibir más promociones, responde BAJA."
}
