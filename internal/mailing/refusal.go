package mailing

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/wneessen/go-mail"
)

// Refusal is an answer by which a server of mails refuses something. What it says beside its
// code is left out: addresses stand there.
type Refusal struct {
	Code          int
	SenderRefused bool // it is the address that mails come from which is refused, or all that it sends
	RelayRefused  bool // the server takes mails of the account for addresses of its own alone
}

// Error implements error.
func (r *Refusal) Error() string { return fmt.Sprintf("the server of mails answers %d", r.Code) }

// IsAuthFailure reports whether it is user or password that are refused.
func (r *Refusal) IsAuthFailure() bool { return r.Code >= 530 && r.Code <= 538 }

// senderCodes are the enhanced codes by which servers refuse the account after they were told of
// a recipient or of a whole mail. Another mail is refused as well, until an operator acts or a
// limit has passed:
//   - 5.1.7, 5.1.8 and 4.1.8: the address that mails come from, or its domain (RFC 3463)
//   - 5.4.5: the mails of a day are used up (https://support.google.com/a/answer/3221692)
//   - 5.2.252 and 5.7.60: the account may not send from this address
//     (https://learn.microsoft.com/en-us/exchange/mail-flow-best-practices/non-delivery-reports-in-exchange-online)
var senderCodes = []string{"5.1.7", "5.1.8", "4.1.8", "5.4.5", "5.2.252", "5.7.60"}

var (
	enhancedCode = regexp.MustCompile(`\b[45]\.\d{1,3}\.\d{1,3}\b`)
	// relayWords are the words of Postfix, Exim, sendmail and Exchange: "Relay access denied",
	// "relay not permitted", "Relaying denied", "Unable to relay".
	relayWords = regexp.MustCompile(`(?i)\brelay(ing)?\b`)
)

// parseRefusal is what an answer refuses. Many servers accept every sender first and refuse them only
// with the recipient (Postfix, by smtpd_delay_reject) or with the mail; then they name the
// address, or have a code for it.
func (a Account) parseRefusal(code int, said string) Refusal {
	return Refusal{
		Code: code, RelayRefused: relayWords.MatchString(said), SenderRefused: slices.Contains(senderCodes, enhancedCode.FindString(said)) || a.isNamedIn(said),
	}
}

// isNamedIn reports whether the address that mails come from stands in an answer.
func (a Account) isNamedIn(said string) bool {
	isBorder := func(letter rune) bool { return unicode.IsSpace(letter) || strings.ContainsRune("<>()[]:;,'\"", letter) }
	return slices.ContainsFunc(strings.FieldsFunc(said, isBorder), func(word string) bool { return strings.EqualFold(strings.TrimRight(word, "."), a.From) })
}

// serverText is what a server has said. The error names the recipient and the mail besides.
func serverText(refused *mail.SendError) string {
	said := refused.Error()
	for _, ours := range []string{", affected recipient(s): ", ", affected message ID: "} {
		said, _, _ = strings.Cut(said, ours)
	}
	return said
}
