package mailing_test

import (
	"strings"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/mailing"
	"axioma/internal/mailing/smtptest"
	"axioma/internal/service"
)

func TestBuildMessage_WithHTML_EmbedsThePicture(t *testing.T) {
	t.Parallel()
	server := startServer(t, smtptest.Options{NoTLS: true, NoAuth: true})
	account := mailing.Account{Host: server.Host, Port: server.Port, From: "codigos@axioma.test"}
	mail := oneMail()
	mail.HTML, mail.Picture = `<img src="cid:`+loyalty.MailPictureID+`">`, "\x89PNG"
	if try := connect(t, account).Send(mail); try.Result != service.MailAccepted {
		t.Fatalf("the try ended with %+v, want Result %v", try, service.MailAccepted)
	}
	content := server.Letters()[0].Content
	for _, want := range []string{"multipart/related", "multipart/alternative", "text/plain", "text/html", "image/png", "<" + loyalty.MailPictureID + ">"} {
		if !strings.Contains(content, want) {
			t.Errorf("the letter lacks %s:\n%s", want, content)
		}
	}
}
