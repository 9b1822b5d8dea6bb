export const partsOfThisPageCould = 'इस पेज के कुछ हिस्से लोड नहीं हो सके। पढ़ने, लिंक खोलने और खोजने में कोई दिक्कत नहीं है। '
export const reload = 'फिर लोड करें'
