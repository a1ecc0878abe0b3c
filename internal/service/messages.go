package service

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// messagesAtATime bounds what one step of sending takes.
const messagesAtATime = 50

// TakeMessages returns messages that wait, codes before all others, each of
// which is handed out once: whoever takes it sends it. Codes that have expired
// are not sent.
func (s *Service) TakeMessages(ctx context.Context) ([]loyalty.Message, error) {
	waiting := false
	err := s.store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		waiting, err = tx.MessagesWait()
		return err
	})
	if err != nil || !waiting {
		return nil, err
	}
	var messages []loyalty.Message
	err = s.store.InPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		if err = tx.DropMessages(loyalty.MessageOTP, s.now().Add(-loyalty.CodeLifetime)); err != nil {
			return err
		}
		messages, err = tx.TakeMessages(messagesAtATime, s.now())
		return err
	})
	return messages, err
}

// Messages returns a page of the messages of all businesses, newest first: all,
// or those of a status.
func (s *Service) Messages(ctx context.Context, status loyalty.MessageStatus, list ListRequest) (Listed[ListedMessage], error) {
	var messages Listed[ListedMessage]
	page, err := store.NewPage(list.Limit, list.Cursor, 2)
	if err != nil {
		return messages, err
	}
	err = s.store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		messages, err = tx.ListMessages(status, list.Search, page)
		return err
	})
	return messages, err
}
