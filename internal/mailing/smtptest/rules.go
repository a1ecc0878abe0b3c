package smtptest

import (
	"bytes"
	"net/mail"
	"slices"
	"strings"
	"unicode"

	"github.com/emersion/go-smtp"
)

// Sender is the only address from which the user may send.
const Sender = "codigos@axioma.test"

// largestLetter is in bytes, as announced (RFC 1870).
const largestLetter = 10 << 20

func newRefusal(code int, class, subject, detail int, reason string) error {
	return &smtp.SMTPError{Code: code, EnhancedCode: smtp.EnhancedCode{class, subject, detail}, Message: reason}
}

// refuseClientName refuses one word, such as localhost:
// https://www.postfix.org/postconf.5.html#reject_non_fqdn_helo_hostname
func refuseClientName(name string) error {
	if strings.Contains(strings.Trim(name, "."), ".") {
		return nil
	}
	return newRefusal(504, 5, 5, 2, "<"+name+">: Helo command rejected: need fully-qualified hostname")
}

// refuseSender refuses a sender address of another user, as
// https://www.postfix.org/postconf.5.html#reject_sender_login_mismatch
func (s *session) refuseSender() error {
	if s.options.NoAuth || s.letter.From == Sender {
		return nil
	}
	return newRefusal(553, 5, 7, 1, "<"+s.letter.From+">: Sender address rejected: not owned by user "+s.letter.User)
}

// refuseRecipient requires SMTPUTF8 for international addresses (RFC 6531).
func (s *session) refuseRecipient(to string) error {
	switch {
	case strings.ContainsFunc(to, isForeign) && !s.mail.UTF8:
		return newRefusal(553, 5, 6, 7, "Address requires SMTPUTF8")
	case s.options.NoRelay:
		return newRefusal(554, 5, 7, 1, "<"+to+">: Relay access denied")
	}
	return nil
}

// rules of RFC 5321, section 4.5.3.1, and RFC 5322, sections 2.1.1 and 3.6.
var rules = []func(content []byte, options smtp.MailOptions) error{refuseLines, refuseLetters, refuseHeaders}

func refuseLetter(content []byte, options smtp.MailOptions) error {
	for _, rule := range rules {
		if err := rule(content, options); err != nil {
			return err
		}
	}
	return nil
}

// longestLine is in bytes without line end.
const longestLine = 998

func refuseLines(content []byte, _ smtp.MailOptions) error {
	for line := range bytes.SplitSeq(content, []byte("\r\n")) {
		switch {
		case bytes.ContainsAny(line, "\r\n"):
			return newRefusal(550, 5, 6, 11, "SMTPSEND.BareLinefeedsAreIllegal; message contains bare linefeeds, which cannot be sent via DATA")
		case len(line) > longestLine:
			return newRefusal(550, 5, 6, 0, "maximum allowed line length is 998 octets")
		}
	}
	return nil
}

// refuseLetters requires SMTPUTF8 for headers and 8BITMIME for text (RFC 6152) beyond ASCII.
func refuseLetters(content []byte, options smtp.MailOptions) error {
	headers, text, _ := bytes.Cut(content, []byte("\r\n\r\n"))
	switch {
	case bytes.ContainsRune(content, 0):
		return newRefusal(550, 5, 6, 0, "message contains NUL")
	case bytes.ContainsFunc(headers, isForeign) && !options.UTF8:
		return newRefusal(554, 5, 6, 9, "headers contain 8-bit characters")
	case bytes.ContainsFunc(text, isForeign) && options.Body != smtp.Body8BitMIME:
		return newRefusal(554, 5, 6, 3, "conversion required but not supported")
	}
	return nil
}

// refuseHeaders requires the headers of https://support.google.com/mail/answer/81126, "Message formatting".
func refuseHeaders(content []byte, _ smtp.MailOptions) error {
	letter, err := mail.ReadMessage(bytes.NewReader(content))
	if err != nil {
		return newRefusal(550, 5, 6, 0, "headers cannot be read")
	}
	for _, name := range []string{"From", "Date", "Message-Id", "To", "Subject", "Mime-Version"} {
		if len(letter.Header[name]) != 1 {
			return newRefusal(550, 5, 7, 1, "Messages with multiple or missing "+name+" headers are not accepted")
		}
	}
	from, err := letter.Header.AddressList("From")
	if err != nil || len(from) != 1 {
		return newRefusal(550, 5, 7, 1, "Messages missing a valid address in From: header, or having no From: header, are not accepted")
	}
	if _, err := letter.Header.Date(); err != nil {
		return newRefusal(550, 5, 7, 1, "Date header is malformed")
	}
	if id := letter.Header.Get("Message-Id"); !isMessageID(id) {
		return newRefusal(550, 5, 7, 1, "Messages missing a valid Message-ID header are not accepted")
	}
	return nil
}

func isMessageID(id string) bool {
	left, right, found := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(id, "<"), ">"), "@")
	return found && left != "" && right != "" && len(id) == len(left)+len(right)+len("<@>") && !slices.ContainsFunc([]rune(id), unicode.IsSpace)
}

func isForeign(letter rune) bool { return letter > unicode.MaxASCII }
