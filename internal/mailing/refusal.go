package mailing

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/wneessen/go-mail"
)

// Refusal omits the server's text, which may contain addresses.
type Refusal struct {
	Code          int
	SenderRefused bool // the sender's address, or every mail from it
	RelayRefused  bool // the server accepts only recipients at own domains
}

func (r *Refusal) Error() string { return fmt.Sprintf("the mail server answers %d", r.Code) }

// IsAuthFailure reports whether the credentials were refused.
func (r *Refusal) IsAuthFailure() bool { return r.Code >= 530 && r.Code <= 538 }

// senderCodes refuse the account after a recipient or mail, so all others fail too:
//   - 5.1.7, 5.1.8 and 4.1.8: the sender address or its domain (RFC 3463)
//   - 5.4.5: the daily quota (https://support.google.com/a/answer/3221692)
//   - 5.2.252 and 5.7.60: no permission to use the sender address
//     (https://learn.microsoft.com/en-us/exchange/mail-flow-best-practices/non-delivery-reports-in-exchange-online)
var senderCodes = []string{"5.1.7", "5.1.8", "4.1.8", "5.4.5", "5.2.252", "5.7.60"}

var (
	enhancedCode = regexp.MustCompile(`\b[45]\.\d{1,3}\.\d{1,3}\b`)
	// relayWords matches refusals of Postfix, Exim, sendmail and Exchange.
	relayWords = regexp.MustCompile(`(?i)\brelay(ing)?\b`)
)

// parseRefusal also finds refusals of the sender at the recipient (Postfix with smtpd_delay_reject) or after the mail:
// they name the address or use senderCodes.
func (a Account) parseRefusal(code int, text string) Refusal {
	return Refusal{
		Code: code, RelayRefused: relayWords.MatchString(text), SenderRefused: slices.Contains(senderCodes, enhancedCode.FindString(text)) || a.isNamedIn(text),
	}
}

func (a Account) isNamedIn(text string) bool {
	isBorder := func(letter rune) bool { return unicode.IsSpace(letter) || strings.ContainsRune("<>()[]:;,'\"", letter) }
	return slices.ContainsFunc(strings.FieldsFunc(text, isBorder), func(word string) bool { return strings.EqualFold(strings.TrimRight(word, "."), a.From) })
}

// serverText returns the server's text in the library's error, without recipient and mail.
func serverText(sendError *mail.SendError) string {
	text := sendError.Error()
	for _, ours := range []string{", affected recipient(s): ", ", affected message ID: "} {
		text, _, _ = strings.Cut(text, ours)
	}
	return text
}
