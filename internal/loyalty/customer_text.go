package loyalty

import (
	"strings"
	"time"
	"unicode"
)

// CustomerTextRetention is how long texts are stored.
const CustomerTextRetention = 30 * 24 * time.Hour

const (
	// MaxCustomerTexts is per customer. The oldest are removed.
	MaxCustomerTexts = 20
	maxCustomerText  = 1000
)

// CustomerText is a customer's WhatsApp message.
type CustomerText struct {
	ID         string
	CustomerID string
	Text       string
	ReceivedAt time.Time
}

// CleanCustomerText removes control characters and truncates long texts.
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

// AutoReplyText says how to stop marketing and reach the business.
func (b Business) AutoReplyText() string {
	reach := "Para hablar con " + b.SenderName() + ", pásate por el mostrador."
	if b.Premises.Phone != "" {
		reach = "Para hablar con " + b.SenderName() + ", llama al " + b.Premises.Phone + "."
	}
	return "Este número envía mensajes automáticos y por aquí no contestamos. " + reach +
		" Si no quieres recibir más promociones, responde BAJA."
}
