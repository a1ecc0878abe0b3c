package
 
service
\N
\N
import
 
(
\N
	
"context"
\N
	
"slices"
\N
	
"time"
\N
\N
	
"axioma/internal/loyalty"
\N
	
"axioma/internal/service/access"
\N
	
"axioma/internal/service/usecase"
\N
	
"axioma/internal/store"
\N
)
\N
\N
//
 
OwnData
 
is
 
what
 
is
 
kept
 
about
 
a
 
customer.
\N
type
 
OwnData
 
struct
 
{
\N
	
Customer
    
loyalty.Customer
\N
	
Business
    
loyalty.Business
\N
	
Consents
    
[]loyalty.Consent
<<<<<<< /tmp/tmpe4i55lx7
  
=======
     
>>>>>>> /tmp/tmp7raqlold
//
 
newest
 
first
\N
	
Visits
<<<<<<< /tmp/tmpe4i55lx7
      
[]act.ListedVisit
  
//
 
newest
 
first
\N
	
Adjustments
 
[]ListedAdjustment
=======
   
[]usecase.ListedVisit
>>>>>>> /tmp/tmp7raqlold
 
//
 
newest
 
first
\N
	
Rewards
     
[]ListedReward
<<<<<<< /tmp/tmpe4i55lx7
     
=======
        
>>>>>>> /tmp/tmp7raqlold
//
 
newest
 
first:
 
of
 
her
 
own
 
card
,
 
and
 
of
 
a
 
family's
 
those
 
that
 
she
 
was
 
given
 
or
 
that
 
her
 
visits
 
earned
\N
	
Messages
    
[]loyalty.Message
<<<<<<< /tmp/tmpe4i55lx7
  
=======
     
>>>>>>> /tmp/tmp7raqlold
//
 
newest
 
first
;
 
codes
 
come
 
without
 
their
 
text
\N
\N
	
Texts
 
[]loyalty.CustomerText
 
//
 
what
 
she
 
wrote
 
by
 
WhatsApp
,
 
newest
 
first
;
 
none
 
in
 
a
 
session
 
that
 
came
 
by
 
e-mail
\N
\N
	
EmailUnproved
 
bool
 
//
 
she
 
has
 
an
 
e-mail
,
 
which
 
opens
 
nothing
 
until
 
she
 
says
 
once
 
more
 
that
 
it
 
is
 
hers
\N
	
ByEmail
       
bool
 
//
 
she
 
has
 
signed
 
in
 
with
 
it
\N
	
PhoneUnproved
 
bool
 
//
 
the
 
session
 
is
 
unproved:
 
what
 
the
 
staff
 
wrote
,
 
and
 
the
 
birthday
,
 
are
 
left
 
out
\N
\N
	
PhoneVerifiedAt
 
time.Time
 
//
 
when
 
the
 
customer
 
proved
 
that
 
the
 
phone
 
is
 
hers
;
 
zero:
 
never
\N
	
SignedInAt
      
time.Time
\N
}
\N
\N
//
 
everything
 
is
 
how
 
many
 
lines
 
of
 
a
 
list
 
a
 
customer's
 
data
 
can
 
have.
\N
const
 
everything
 
=
 
100_000
\N
\N
//
 
Data
 
returns
 
all
 
that
 
is
 
kept
 
about
 
a
 
signed-in
 
customer.
 
A
 
session
 
that
 
is
 
unproved
 
gets
\N
//
 
neither
 
notes
 
nor
 
the
 
birthday
,
 
nor
 
what
 
was
 
written
 
to
 
the
 
phone.
\N
func
 
(s
 
*Self)
 
Data(ctx
 
context.Context
,
 
user
 
access.PortalUser)
 
(OwnData
,
 
error)
 
{
\N
	
data
 
:=
 
OwnData{ByEmail:
 
user.Email
 
!=
 
""
,
 
PhoneUnproved:
 
user.Unproved}
\N
	
all
 
:=
 
store.Page{Limit:
 
everything}
\N
	
err
 
:=
 
s.base.Store.ViewBusiness(ctx
,
 
user.BusinessID
,
 
func(tx
 
*store.Tx)
 
(err
 
error)
 
{
\N
		
if
 
data.Business
,
 
err
 
=
 
tx.Business().Get()
;
 
err
 
!=
 
nil
 
{
\N
			
return
 
err
\N
		
}
\N
		
if
 
data.Customer
,
 
err
 
=
 
tx.Customers().Get(user.CustomerID)
;
 
err
 
!=
 
nil
 
{
\N
			
return
 
err
\N
		
}
\N
		
if
 
data.Customer.Guardian
,
 
err
 
=
 
s.customers.guardianOf(tx
,
 
data.Customer)
;
 
err
 
!=
 
nil
 
{
\N
			
return
 
err
\N
		
}
\N
		
if
 
data.PhoneVerifiedAt
,
 
data.SignedInAt
,
 
err
 
=
 
tx.Customers().LastSeen(user.CustomerID)
;
 
err
 
!=
 
nil
 
{
\N
			
return
 
err
\N
		
}
\N
		
if
 
data.EmailUnproved
,
 
err
 
=
 
emailUnproved(tx
,
 
data.Customer)
;
 
err
 
!=
 
nil
 
{
\N
			
return
 
err
\N
		
}
\N
		
if
 
data.Consents
,
 
err
 
=
 
tx.Consents().Of(user.CustomerID)
;
 
err
 
!=
 
nil
 
{
\N
			
return
 
err
\N
		
}
\N
		
visits
,
 
err
 
:=
 
tx.Visits().List(user.CustomerID
,
 
""
,
 
all)
\N
		
if
 
err
 
!=
 
nil
 
{
\N
			
return
 
err
\N
		
}
\N
		
data.Visits
 
=
 
visits.Items
\N
		
if
 
data.Adjustments
,
 
err
 
=
 
tx.Adjustments().List(user.CustomerID
,
 
everything)
;
 
err
 
!=
 
nil
 
{
\N
			
return
 
err
\N
		
}
\N
		
own
,
 
err
 
:=
 
tx.Cards().Of(user.CustomerID)
\N
		
if
 
err
 
!=
 
nil
 
{
\N
			
return
 
err
\N
		
}
\N
		
if
 
data.Rewards
,
 
err
 
=
 
tx.Rewards().About(user.CustomerID
,
 
own.ID)
;
 
err
 
!=
 
nil
 
{
\N
			
return
 
err
\N
		
}
\N
		
messages
,
 
err
 
:=
 
tx.Messages().To(user.CustomerID
,
 
all)
\N
		
data.Messages
 
=
 
withoutCodes(messages.Items)
\N
		
if
 
err
 
!=
 
nil
 
||
 
data.ByEmail
 
{
 
//
 
the
 
phone
 
wrote
 
them
,
 
and
 
only
 
who
 
has
 
it
 
reads
 
them
\N
			
return
 
err
\N
		
}
\N
		
data.Texts
,
 
err
 
=
 
tx.Messages().TextsOf(user.CustomerID
,
 
loyalty.RetentionAt(s.base.Now()).Texts)
\N
		
return
 
err
\N
	
})
\N
	
if
 
user.Unproved
 
{
\N
		
data
 
=
 
data.limited()
\N
	
}
\N
	
return
 
data
,
 
err
\N
}
\N
\N
//
 
limited
 
are
 
the
 
data
 
that
 
a
 
session
 
gets
 
of
 
which
 
it
 
is
 
not
 
known
 
whose
 
it
 
is.
\N
func
 
(d
 
OwnData)
 
limited()
 
OwnData
 
{
\N
	
d.Customer.Birthday
,
 
d.Customer.Notes
,
 
d.Customer.Guardian
,
 
d.Customer.Family
 
=
 
""
,
 
""
,
 
""
,
 
nil
\N
	
d.Visits
,
 
d.Messages
,
 
d.Adjustments
 
=
 
withoutNotes(d.Visits)
,
 
nil
,
 
withoutReasons(d.Adjustments)
\N
	
for
 
i
 
:=
 
range
 
d.Consents
 
{
\N
		
d.Consents[i].GivenBy
 
=
 
""
\N
	
}
\N
	
return
 
d
\N
}
\N
\N
//
 
emailUnproved
 
reports
 
whether
 
a
 
customer's
 
e-mail
 
does
 
not
 
open
 
her
 
cards.
 
A
 
child's
 
opens
\N
//
 
none:
 
it
 
is
 
her
 
guardian's
 
that
 
does.
\N
func
 
emailUnproved(tx
 
*store.Tx
,
 
customer
 
loyalty.Customer)
 
(bool
,
 
error)
 
{
\N
	
if
 
customer.Email
 
==
 
""
 
||
 
customer.Child()
 
{
\N
		
return
 
false
,
 
nil
\N
	
}
\N
	
standing
,
 
err
 
:=
 
tx.Phones().EmailStanding(customer.ID)
\N
	
return
 
!standing.Opens()
,
 
err
\N
}
\N
\N
//
 
withoutCodes
 
takes
 
the
 
texts
 
off
 
codes:
 
the
 
data
 
may
 
be
 
read
 
by
 
somebody
 
to
\N
//
 
whom
 
the
 
customer
 
has
 
shown
 
them.
\N
func
 
withoutCodes(messages
 
[]loyalty.Message)
 
[]loyalty.Message
 
{
\N
	
for
 
i
 
:=
 
range
 
messages
 
{
\N
		
if
 
messages[i].Kind.BringsCode()
 
{
\N
			
messages[i].Text
 
=
 
""
\N
		
}
\N
	
}
\N
	
return
 
messages
\N
}
\N
\N
//
 
Change
 
corrects
 
a
 
customer's
 
own
 
name
,
 
e-mail
 
or
 
birthday.
 
Her
 
phone
 
is
\N
//
 
changed
 
at
 
the
 
counter:
 
it
 
is
 
what
 
she
 
signs
 
in
 
with.
 
So
 
is
 
a
 
minor's
\N
//
 
birthday.
 
An
 
e-mail
 
that
 
she
 
sends
 
from
 
a
 
session
 
of
 
her
 
phone
 
is
 
hers
 
from
 
then
 
on
,
 
also
\N
//
 
the
 
one
 
on
 
file
;
 
in
 
a
 
session
 
that
 
came
 
by
 
e-mail
 
it
 
cannot
 
be
 
changed.
 
A
 
session
 
that
 
is
\N
//
 
unproved
 
is
 
refused
 
with
 
loyalty.ErrPhoneUnproved.
\N
func
 
(s
 
*Self)
 
Change(ctx
 
context.Context
,
 
user
 
access.PortalUser
,
 
changes
 
loyalty.CustomerChanges)
 
error
 
{
\N
	
if
 
err
 
:=
 
user.MustBeProved()
;
 
err
 
!=
 
nil
 
{
\N
		
return
 
err
\N
	
}
\N
	
changes
 
=
 
loyalty.CustomerChanges{
\N
		
Name:
 
changes.Name
,
 
Email:
 
changes.Email
,
 
Birthday:
 
changes.Birthday
,
 
Guardian:
 
changes.Guardian
,
 
Own:
 
true
,
 
ByEmail:
 
user.Email
 
!=
 
""
,
\N
	
}
\N
	
_
,
 
err
 
:=
 
s.customers.Change(ctx
,
 
user.Actor()
,
 
user.CustomerID
,
 
changes)
\N
	
return
 
err
\N
}
\N
\N
//
 
SetConsent
 
accepts
 
or
 
withdraws
 
one
 
purpose
 
of
 
marketing.
 
What
 
stands
\N
//
 
already
 
is
 
not
 
recorded
 
again.
 
A
 
minor
 
cannot
 
accept
 
promotions
,
 
and
 
of
 
a
 
child
 
her
\N
//
 
guardian's
 
own
 
words
 
hold.
 
A
 
session
 
that
 
is
 
unproved
 
withdraws
,
 
and
 
accepts
 
nothing:
 
it
 
is
\N
//
 
refused
 
with
 
loyalty.ErrPhoneUnproved.
\N
func
 
(s
 
*Self)
 
SetConsent(ctx
 
context.Context
,
 
user
 
access.PortalUser
,
 
kind
 
loyalty.ConsentKind
,
 
granted
 
bool)
 
error
 
{
\N
	
if
 
!slices.Contains(loyalty.MarketingConsents()
,
 
kind)
 
{
\N
		
return
 
loyalty.InvalidField("kind"
,
 
"Este
 
consentimiento
 
no
 
se
 
puede
 
cambiar
 
aquí.")
\N
	
}
\N
	
if
 
err
 
:=
 
user.MustBeProved()
;
 
granted
 
&&
 
err
 
!=
 
nil
 
{
\N
		
return
 
err
\N
	
}
\N
	
return
 
s.base.Store.InBusiness(ctx
,
 
user.BusinessID
,
 
func(tx
 
*store.Tx)
 
error
 
{
\N
		
customer
,
 
err
 
:=
 
tx.Customers().Lock(user.CustomerID)
\N
		
if
 
err
 
!=
 
nil
 
{
\N
			
return
 
err
\N
		
}
\N
		
if
 
customer.Child()
 
{
\N
			
return
 
loyalty.InvalidField("kind"
,
 
"Lo
 
que
 
llega
 
a
 
tu
 
teléfono
 
se
 
cambia
 
en
 
los
 
datos
 
de
 
tu
 
propia
 
tarjeta.")
\N
		
}
\N
		
if
 
granted
 
&&
 
kind
 
==
 
loyalty.ConsentPromotions
 
{
\N
			
if
 
err
 
:=
 
s.customers.refuseMinor(tx
,
 
customer)
;
 
err
 
!=
 
nil
 
{
\N
				
return
 
err
\N
			
}
\N
		
}
\N
		
consents
,
 
err
 
:=
 
tx.Consents().Of(customer.ID)
\N
		
if
 
err
 
!=
 
nil
 
{
\N
			
return
 
err
\N
		
}
\N
		
if
 
last
,
 
said
 
:=
 
loyalty.Newest(consents
,
 
kind)
;
 
said
 
&&
 
last.Granted
 
==
 
granted
 
{
\N
			
return
 
nil
\N
		
}
\N
		
if
 
err
 
:=
 
s.base.RecordConsent(tx
,
 
loyalty.Consent{CustomerID:
 
customer.ID
,
 
Kind:
 
kind
,
 
Granted:
 
granted
,
 
Form:
 
loyalty.FormPortal})
;
 
err
 
!=
 
nil
 
{
\N
			
return
 
err
\N
		
}
\N
		
if
 
err
 
:=
 
s.base.Append(tx
,
 
loyalty.EventOf(loyalty.EventConsentChanged
,
 
customer))
;
 
err
 
!=
 
nil
 
{
\N
			
return
 
err
\N
		
}
\N
		
return
 
s.base.Record(tx
,
 
""
,
 
loyalty.ActionConsentChanged
,
 
customer.ID
,
 
string(kind))
\N
	
})
\N
}
\N
\N
//
 
AskErasure
 
blocks
 
a
 
customer's
 
data
,
 
and
 
those
 
of
 
her
 
children
,
 
at
 
once:
 
she
 
is
\N
//
 
archived
 
and
 
her
 
session
 
ends.
 
What
 
tells
 
who
 
she
 
was
 
is
 
removed
 
when
 
the
 
request
 
is
 
due.
 
A
\N
//
 
session
 
that
 
is
 
unproved
 
is
 
refused
 
with
 
loyalty.ErrPhoneUnproved.
\N
func
 
(s
 
*Self)
 
AskErasure(ctx
 
context.Context
,
 
user
 
access.PortalUser)
 
error
 
{
\N
	
if
 
err
 
:=
 
user.MustBeProved()
;
 
err
 
!=
 
nil
 
{
\N
		
return
 
err
\N
	
}
\N
	
return
 
s.base.Store.InBusiness(ctx
,
 
user.BusinessID
,
 
func(tx
 
*store.Tx)
 
error
 
{
\N
		
customer
,
 
err
 
:=
 
tx.Customers().Lock(user.CustomerID)
\N
		
if
 
err
 
!=
 
nil
 
{
\N
			
return
 
err
\N
		
}
\N
		
leaving
,
 
err
 
:=
 
withChildren(tx
,
 
customer)
\N
		
if
 
err
 
!=
 
nil
 
{
\N
			
return
 
err
\N
		
}
\N
		
for
 
_
,
 
leaves
 
:=
 
range
 
leaving
 
{
\N
			
if
 
err
 
:=
 
s.block(tx
,
 
leaves)
;
 
err
 
!=
 
nil
 
{
\N
				
return
 
err
\N
			
}
\N
		
}
\N
		
return
 
nil
\N
	
})
\N
}
\N
\N
//
 
block
 
archives
 
a
 
customer
 
until
 
her
 
data
 
are
 
removed.
\N
func
 
(s
 
*Self)
 
block(tx
 
*store.Tx
,
 
customer
 
loyalty.Customer)
 
error
 
{
\N
	
if
 
err
 
:=
 
s.consents.withdrawAll(tx
,
 
customer.ID
,
 
loyalty.FormErasure)
;
 
err
 
!=
 
nil
 
{
\N
		
return
 
err
\N
	
}
\N
	
if
 
err
 
:=
 
tx.Erasures().Insert(loyalty.NewErasure(customer.ID
,
 
s.base.Now()))
;
 
err
 
!=
 
nil
 
{
\N
		
return
 
err
\N
	
}
\N
	
if
 
err
 
:=
 
tx.Customers().Archive(customer.ID
,
 
s.base.Now())
;
 
err
 
!=
 
nil
 
{
\N
		
return
 
err
\N
	
}
\N
	
if
 
err
 
:=
 
s.base.Append(tx
,
 
loyalty.EventOf(loyalty.EventCustomerArchived
,
 
customer))
;
 
err
 
!=
 
nil
 
{
\N
		
return
 
err
\N
	
}
\N
	
return
 
s.base.Record(tx
,
 
""
,
 
loyalty.ActionErasureAsked
,
 
customer.ID
,
 
"")
\N
}
\N
